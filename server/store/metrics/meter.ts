import type { SaleOutcome } from '../gateway/sale-reply.ts';
import type { SessionState } from '../identity/pool-users.ts';

export const saleResults = [
  'approved',
  'declined', // Declined by the bank, or because of the card data.
  'not-set-up', // The merchant's account can't accept such sales.
  'partly-approved',
  'turned-down', // Rejected by the gateway before it contacted a bank.
  'undecided', // The gateway's response has no outcome.
  'unsent', // The gateway couldn't be reached.
  'unknown', // The response was lost or unreadable.
] as const satisfies readonly (Exclude<SaleOutcome['kind'], 'refused'> | 'declined' | 'not-set-up')[];
export type SaleResult = (typeof saleResults)[number];

export const gatewayOperations = ['sale', 'validate', 'void', 'refund', 'vault', 'query'] as const;

export const settlementCauses = ['attempt', 'records', 'event', 'person'] as const;

/** Outcomes of attempts to send events to the merchant's endpoints. */
export const eventOutcomes = [
  'delivered',
  'refused', // The endpoint returned a status other than 2xx or 410.
  'gone', // The endpoint returned 410.
  'unanswered',
  'private-address', // The host has no public address, so nothing was sent.
  'given-up', // Failed for three days. Not counted under the other outcomes.
] as const;

/** Outcomes of attempts to send mails. After `refused` and `given-up`, the store doesn't retry. */
export const mailOutcomes = ['sent', 'failed', 'refused', 'given-up'] as const;

/** Counters for metrics. No argument identifies a person. */
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
    /** `failed`: no response, or an HTTP error. */
    readonly result: 'answered' | 'failed';
    readonly seconds: number;
  }): void;
  /** Counts a sale. @param kind `top-up`: the store charged a saved card automatically; `card`: only checked a card */
  saleAnswered(result: SaleResult, kind: 'purchase' | 'top-up' | 'card'): void;
  attemptEnded(attempt: {
    readonly status: 'completed' | 'refunded' | 'failed';
    readonly decidedBy: 'gateway' | 'deadline';
    /** The source of the outcome. */
    readonly cause: (typeof settlementCauses)[number];
  }): void;
  /** Counts session checks before purchases. */
  sessionChecked(state: SessionState): void;
  eventSent(outcome: (typeof eventOutcomes)[number]): void;
  mailSent(outcome: (typeof mailOutcomes)[number]): void;
  /** Counts a job's failures. */
  jobRan(job: string, hasFailed: boolean): void;
}

export const noMeter: Meter = {
  requestAnswered: () => undefined,
  gatewayAsked: () => undefined,
  saleAnswered: () => undefined,
  attemptEnded: () => undefined,
  sessionChecked: () => undefined,
  eventSent: () => undefined,
  mailSent: () => undefined,
  jobRan: () => undefined,
};
