import type { SaleOutcome } from '../gateway/sale-reply.ts';
import type { SessionState } from '../identity/pool-users.ts';

export const saleResults = [
  'approved',
  'declined', // By the bank, or because of the card's data.
  'not-set-up', // The merchant's account can't take such sales.
  'partly-approved',
  'turned-down', // By the gateway, before it asked a bank.
  'undecided', // The gateway's answer has no outcome.
  'unsent', // The gateway was not reached.
  'unknown', // The answer was lost or unreadable.
] as const satisfies readonly (Exclude<SaleOutcome['kind'], 'refused'> | 'declined' | 'not-set-up')[];
export type SaleResult = (typeof saleResults)[number];

export const gatewayOperations = ['sale', 'void', 'refund', 'vault', 'query'] as const;

export const settlementCauses = ['attempt', 'records', 'event', 'person'] as const;

/** How attempts to send events to the merchant's endpoints end. */
export const eventOutcomes = [
  'delivered',
  'refused', // With a status other than 2xx.
  'gone', // With 410.
  'unanswered',
  'private-address', // Not sent.
  'given-up', // Failed for three days; not counted under the other outcomes.
] as const;

/** Counts what happens in the store. No argument identifies a person. */
export interface Meter {
  requestAnswered(request: {
    readonly method: string;
    /** The path's pattern. */
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  gatewayAsked(request: {
    readonly operation: (typeof gatewayOperations)[number];
    /** `failed`: no answer, or an HTTP error. */
    readonly result: 'answered' | 'failed';
    readonly seconds: number;
  }): void;
  /** `isTopUp`: the store charged a saved card on its own. */
  saleAnswered(result: SaleResult, isTopUp: boolean): void;
  attemptEnded(attempt: {
    readonly status: 'completed' | 'refunded' | 'failed';
    readonly decidedBy: 'gateway' | 'deadline';
    /** What revealed the outcome. */
    readonly cause: (typeof settlementCauses)[number];
  }): void;
  /** Before a purchase. */
  sessionChecked(state: SessionState): void;
  eventSent(outcome: (typeof eventOutcomes)[number]): void;
}

export const noMeter: Meter = {
  requestAnswered: () => undefined,
  gatewayAsked: () => undefined,
  saleAnswered: () => undefined,
  attemptEnded: () => undefined,
  sessionChecked: () => undefined,
  eventSent: () => undefined,
};
