import type { TransactionStatus } from '#contract/history-query.ts';

/** An attempt that was opened, as it was read. */
export interface KnownAttempt {
  readonly customerId: string;
  readonly attemptId: string;
  readonly amountCents: number;
  /** What was known of it when it was read: a failure settles it only while that is so. */
  readonly state: 'sending' | 'unsent' | 'settled';
  /** When the sale was last handed to the gateway. */
  readonly sentAt: Date;
}

/** An attempt whose outcome is to be looked up. */
export interface DueAttempt extends KnownAttempt {
  /** How long ago its sale was handed to the gateway, by the database's clock, in milliseconds. */
  readonly ageMs: number;
  /** Of the request that sent it and was told no outcome, if that was traced. */
  readonly traceParent: string | null;
  /** The directory whose lock file decides whether its sale is sent (`SendLocks`); null: none does. */
  readonly sendLocks: string | null;
  /** Whoever sent it had time enough, or is gone. */
  readonly isAbandoned: boolean;
}

/** What the books say of an order. */
export interface BookedOrder {
  readonly status: TransactionStatus;
  /** What of it was given back, in US cents: all of it where the status is `refunded`. */
  readonly refundedCents: number;
}
