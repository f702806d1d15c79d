import type { TransactionStatus } from '#contract/queries.ts';

export interface KnownAttempt {
  readonly customerId: string;
  readonly attemptId: string;
  /** 0 if the attempt only checks a card and saves it. It has no ledger entry. */
  readonly amountCents: number;
  /** A failure settles the attempt only if it is still in this state. */
  readonly state: 'sending' | 'unsent' | 'settled';
  /** When the sale was last sent to the gateway. */
  readonly sentAt: Date;
}

export interface DueAttempt extends KnownAttempt {
  /** Milliseconds since the sale was sent to the gateway, by the database's clock. */
  readonly ageMs: number;
  /** The W3C `traceparent` of the request that got no outcome, if it was traced. */
  readonly traceParent: string | null;
  /** Id of the directory with the lock file that decides whether the sale is sent (`SendLocks`). Null: none. */
  readonly sendLocks: string | null;
  /** When the next lookup is due, in the database's format. */
  readonly checkAt: string;
  /** Whether the sender timed out or its process has ended. */
  readonly isAbandoned: boolean;
}

export interface BookedOrder {
  readonly status: TransactionStatus;
  /** In US cents. Equals the whole amount if the status is `refunded`. */
  readonly refundedCents: number;
}
