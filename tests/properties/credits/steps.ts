import fc from 'fast-check';

/** Places refer to the same customer's earlier calls, counted back from the last one. */
export type Step =
  | { readonly does: 'buy'; readonly product: number }
  | {
      readonly does: 'reverse';
      readonly place: number;
      readonly part: number;
      readonly kind: 'refund' | 'chargeback';
    }
  | { readonly does: 'adjust'; readonly credits: number }
  | { readonly does: 'spend'; readonly credits: number }
  | { readonly does: 'return'; readonly place: number; readonly credits: number }
  | { readonly does: 'hold'; readonly credits: number; readonly seconds: number }
  | { readonly does: 'capture'; readonly place: number; readonly credits: number | null }
  | { readonly does: 'extend'; readonly place: number; readonly seconds: number }
  | { readonly does: 'release'; readonly place: number }
  | {
      readonly does: 'grant';
      readonly credits: number;
      readonly hours: number | null;
      readonly priority: number;
    }
  | { readonly does: 'void'; readonly place: number }
  /** The same call again, as after a lost answer, or a call with the same id and different content. */
  | { readonly does: 'repeat'; readonly place: number; readonly isChanged: boolean }
  | { readonly does: 'read' };

/** All calls of a round run at the same time. Then time passes. */
export type Sequence = readonly (readonly Step[])[];

const place = fc.nat(1);
const few = fc.integer({ min: 1, max: 25 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('buy' as const), product: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('reverse' as const),
      place,
      part: fc.constantFrom(25, 50, 100),
      kind: fc.constantFrom('refund' as const, 'chargeback' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      credits: fc.integer({ min: -40, max: 40 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('spend' as const), credits: few }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('return' as const),
      place,
      credits: fc.integer({ min: 1, max: 10 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      credits: few,
      seconds: fc.constantFrom(60, 3_600, 200_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('capture' as const), place, credits: fc.option(few) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('extend' as const),
      place,
      seconds: fc.constantFrom(60, 200_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('release' as const), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('grant' as const),
      credits: few,
      hours: fc.option(fc.constantFrom(1, 30)),
      priority: fc.constantFrom(0, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('void' as const), place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('repeat' as const),
      place: fc.nat(9),
      isChanged: fc.nat(4).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('read' as const) }) },
);

const start: readonly Step[] = [
  { does: 'buy', product: 1 },
  { does: 'grant', credits: 20, hours: 30, priority: 100 },
];

export const sequences: fc.Arbitrary<Sequence> = fc
  .array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 })
  .map((rounds) => [start, ...rounds]);

/** How long to wait after each round, in seconds. */
export const pauses = fc.array(fc.constantFrom(0, 0, 90, 4_000, 90_000), { minLength: 7, maxLength: 9 });
