import type { SaleOutcome } from '../gateway/sale-reply.ts';
import type { SessionState } from '../identity/pool-users.ts';

/** What became of sales. */
export const saleResults = [
  'approved',
  'declined', // By the bank, or for the card's data.
  'not-set-up', // The merchant's account is not set up for such sales.
  'partly-approved',
  'turned-down', // By the gateway, before any bank was asked.
  'undecided', // The gateway answered without an end of it.
  'unsent', // The gateway was not reached.
  'unknown', // Its answer was lost, or cannot be read.
] as const satisfies readonly (Exclude<SaleOutcome['kind'], 'refused'> | 'declined' | 'not-set-up')[];
export type SaleResult = (typeof saleResults)[number];

export const gatewayOperations = ['sale', 'void', 'refund', 'query'] as const;

/** A request to the card gateway. */
export interface GatewayRequest {
  readonly operation: (typeof gatewayOperations)[number];
  /** `failed` without an answer, or with one that is no success by HTTP. */
  readonly result: 'answered' | 'failed';
  readonly seconds: number;
}

/** A request to the store that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path's pattern. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export const settlementCauses = ['attempt', 'records', 'event', 'person'] as const;

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly status: 'completed' | 'refunded' | 'failed';
  readonly decidedBy: 'gateway' | 'deadline';
  /** Which look found it out. */
  readonly cause: (typeof settlementCauses)[number];
}

/** Is told what happens in the store, and counts it. Nothing that it is told names anybody. */
export interface Meter {
  requestAnswered(request: AnsweredRequest): void;
  gatewayAsked(request: GatewayRequest): void;
  saleAnswered(result: SaleResult): void;
  attemptEnded(attempt: EndedAttempt): void;
  /** Before a purchase. */
  sessionChecked(state: SessionState): void;
}

/** Counts nothing. */
export const noMeter: Meter = {
  requestAnswered: () => undefined,
  gatewayAsked: () => undefined,
  saleAnswered: () => undefined,
  attemptEnded: () => undefined,
  sessionChecked: () => undefined,
};
