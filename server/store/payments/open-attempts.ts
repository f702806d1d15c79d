import type { StoreConfig } from '../config.ts';
import { callEachOf } from '../database/call-each.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import { processId } from '../database/presence.ts';
import type { LostOpenings } from './lost-openings.ts';
import { type PaymentResponse, type ResultRow, toResponse } from './responses.ts';

/**
 * How many attempts a customer may open, and as many again withdraw, within a minute; how many may be in flight at a time; and how
 * many may be declined.
 */
export type AttemptLimits = Pick<StoreConfig, 'attemptsPerMinute' | 'attemptsInFlight' | 'declines'>;

export interface AttemptToOpen {
  readonly customerId: string;
  readonly attemptId: string;
  /** SHA-256 of the whole request. */
  readonly fingerprint: Buffer;
  /** SHA-256 of the payment token: shows whether it was used before, without storing it. */
  readonly tokenHash: Buffer;
  /** Where it is not on sale, only an attempt that exists already gets its response. */
  readonly productId: string;
  /** What the customer agreed to pay, in US cents; undefined: whatever the price is. */
  readonly expectedCents: number | undefined;
  /** How long the sale may take, in milliseconds: the outcome is looked up when it is not known by then. */
  readonly patienceMs: number;
  /** Where the customer is on the internet, if that is known and the limits of a network apply there. */
  readonly ipAddress: string | undefined;
  /** The directory whose lock file decides whether the sale is sent (`SendLocks`); null: none does. */
  readonly sendLocks: string | null;
}

export type Opening =
  /** This caller alone now sends the sale, for that amount. */
  | {
      readonly outcome: 'opened';
      readonly transactionId: string;
      readonly amountCents: number;
      /** It was sent earlier, and taken for not having reached the gateway. */
      readonly wasSentBefore: boolean;
      /** When this sale was handed to the gateway. */
      readonly sentAt: Date;
      /** The customer's address, if it is known. */
      readonly email: string | null;
    }
  | { readonly outcome: 'settled'; readonly response: PaymentResponse }
  /** The declines before it were too many, of everybody or of this customer or address. */
  | { readonly outcome: 'paused' | 'too-many-declines'; readonly retryAfterSeconds: number }
  | {
      readonly outcome:
        | 'in-progress'
        | 'withdrawn'
        | 'key-reused'
        | 'unknown-customer'
        | 'blocked'
        | 'unknown-product'
        | 'price-changed'
        /** The credits would not fit. */
        | 'balance-full'
        | 'too-many'
        /** Others must end first: all of them could be declined. */
        | 'too-many-in-flight'
        | 'token-used'
        | 'order-taken';
    };

const openEach = callEachOf<OpeningRow>('open_purchase', [
  'text',
  'uuid',
  'bytea',
  'bytea',
  'uuid',
  'text',
  'bigint',
  'bigint',
  'bigint',
  { type: 'text', through: 'lock_networks' },
  'bigint',
  'bigint',
  'bigint',
  'int',
  'uuid',
]);

type OpeningRow = ResultRow & {
  outcome: Opening['outcome'];
  was_sent_before: boolean;
  sent_at: Date;
  email: string | null;
  retry_after_s: number;
};

/** Opens attempts (`open_purchase`), each in turn, or tells what became of them: all of them one transaction. */
export const openAttempts = async (
  database: Database,
  attempts: readonly AttemptToOpen[],
  limits: AttemptLimits,
  lost: LostOpenings,
): Promise<Opening[]> => {
  const openings = attempts.map((attempt) => ({ ...attempt, transactionId: crypto.randomUUID() }));
  try {
    const rows = await openEach(
      database,
      openings.map((opening) => [
        opening.customerId,
        opening.attemptId,
        opening.fingerprint,
        opening.tokenHash,
        opening.transactionId,
        opening.productId,
        opening.expectedCents,
        opening.patienceMs,
        limits.attemptsPerMinute,
        opening.ipAddress,
        limits.attemptsInFlight,
        limits.declines.perCustomer,
        limits.declines.perNetwork,
        processId,
        opening.sendLocks,
      ]),
    );
    return rows.map(toOpening);
  } catch (error) {
    if (isDatabaseUnavailable(error))
      for (const { customerId, attemptId, transactionId } of openings)
        lost.note({ customerId, attemptId, transactionId });
    throw error;
  }
};

const toOpening = (row: OpeningRow): Opening => {
  switch (row.outcome) {
    case 'opened':
      return {
        outcome: 'opened',
        transactionId: row.transaction_id,
        amountCents: row.amount_cents,
        wasSentBefore: row.was_sent_before,
        sentAt: row.sent_at,
        email: row.email,
      };
    case 'settled':
      return { outcome: 'settled', response: toResponse(row) };
    case 'paused':
    case 'too-many-declines':
      return { outcome: row.outcome, retryAfterSeconds: row.retry_after_s };
    default:
      return { outcome: row.outcome };
  }
};
