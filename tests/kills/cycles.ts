import fc from 'fast-check';
import { type KillPoint, killPoints } from './kill-points.ts';

export interface Cycle {
  readonly point: KillPoint;
  /** Index of the process to kill, modulo the number of processes. */
  readonly victim: number;
  /** Delay after the point in ms, for points that last a while. */
  readonly delayMs: number;
  readonly purchases: readonly {
    readonly customer: number;
    readonly product: string;
    readonly card: 'good' | 'declined';
    readonly sends: number;
    readonly saves: boolean;
    readonly paysWithSaved: boolean;
  }[];
  readonly refunds: boolean;
}

/** Number of customers who buy. Another customer has automatic top-up. */
export const customers = 5;

const purchase = fc.record({
  customer: fc.nat({ max: customers - 1 }),
  product: fc.constantFrom('starter-500', 'plus-1200', 'pro-3000'),
  card: fc.oneof(
    { weight: 5, arbitrary: fc.constant('good' as const) },
    { weight: 1, arbitrary: fc.constant('declined' as const) },
  ),
  sends: fc.integer({ min: 1, max: 3 }),
  saves: fc.boolean(),
  paysWithSaved: fc.nat(2).map((n) => n === 0),
});

/** Returns cycles in which each point occurs equally often. The same seed gives the same cycles. */
export const cyclesOf = (count: number): Cycle[] =>
  fc
    .sample(
      fc.record({
        victim: fc.nat({ max: 5 }),
        delayMs: fc.nat({ max: 1_000 }),
        purchases: fc.array(purchase, { minLength: 1, maxLength: 4 }),
        refunds: fc.boolean(),
      }),
      { numRuns: count },
    )
    .map((cycle, index) => ({ ...cycle, point: killPoints[index % killPoints.length] ?? killPoints[0] }));
