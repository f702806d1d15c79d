import type { StoreConfig } from '../config/config.ts';
import { callEachOf } from '../database/call-each.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import { processId } from '../database/presence.ts';
import type { Caller } from '../identity/authentication.ts';
import type { LostOpenings } from './lost-openings.ts';
import { type PaymentResponse, type ResultRow, toResponse } from './responses.ts';

/** Attempts (and withdrawals) per minute, attempts in flight, and declines of a customer. */
export type AttemptLimits = Pick<StoreConfig, 'attemptsPerMinute' | 'attemptsInFlight' | 'declines'>;

export interface AttemptToOpen {
  readonly customerId: string;
  readonly attemptId: string;
  /** SHA-256 of the whole request. */
  readonly fingerprint: Buffer;
  /** SHA-256 of the payment token: detects reuse without storing the token. Null for a saved card. */
  readonly tokenHash: Buffer | null;
  /** The saved card that pays; it needs a recent sign-in, or a device that has used it. Undefined: a new card. */
  readonly savedCard?: { readonly cardId: string } & Pick<Caller, 'authenticatedAt' | 'device'>;
  /** Saves the new card if it is charged. Undefined: it isn't saved. */
  readonly saveAs?: { readonly cardId: string; readonly vaultId: string } & Pick<Caller, 'device'>;
  /** If it isn't on sale, only an existing attempt gets a response. */
  readonly productId: string;
  /** The price that the customer agreed to, in US cents; undefined accepts any. */
  readonly expectedCents: number | undefined;
  /** How long the sale may take before the store looks it up, in milliseconds. */
  readonly patienceMs: number;
  /** The client's address; undefined if unknown or exempt from network limits. */
  readonly ipAddress: string | undefined;
  /** The directory of the lock file that decides whether the sale is sent (`SendLocks`); null: none. */
  readonly sendLocks: string | null;
}

export type Opening =
  /** Only this caller sends the sale, for this amount. */
  | {
      readonly outcome: 'opened';
      readonly transactionId: string;
      readonly amountCents: number;
      /** An earlier sale of the attempt counted as not having reached the gateway. */
      readonly wasSentBefore: boolean;
      /** When this sale is sent to the gateway. */
      readonly sentAt: Date;
      /** The customer's email, if known. */
      readonly email: string | null;
      /** The gateway's name for the card that pays or is saved; null for a new card that isn't saved. */
      readonly vaultId: string | null;
    }
  | { readonly outcome: 'settled'; readonly response: PaymentResponse }
  /** Too many declines: of everyone (`paused`), or of this customer or address. */
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
        /** The balance would exceed its limit. */
        | 'balance-full'
        | 'too-many'
        /** If all attempts in flight were declined, they would reach the limit. */
        | 'too-many-in-flight'
        | 'token-used'
        | 'order-taken'
        | 'unknown-card'
        | 'card-expired'
        /** The device may use the saved card only soon after a sign-in. */
        | 'sign-in-needed'
        | 'too-many-cards';
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
  'uuid',
  'uuid',
  'text',
  'bigint',
  'timestamptz',
  'bytea',
]);

/** Saved cards of a customer. */
export const maxCards = 10;

type OpeningRow = ResultRow & {
  outcome: Opening['outcome'];
  was_sent_before: boolean;
  sent_at: Date;
  email: string | null;
  vault_id: string | null;
  retry_after_s: number;
};

/** Opens attempts in order (`open_purchase`), in one transaction. */
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
        opening.savedCard?.cardId,
        opening.saveAs?.cardId,
        opening.saveAs?.vaultId,
        maxCards,
        opening.savedCard?.authenticatedAt,
        (opening.savedCard ?? opening.saveAs)?.device,
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
        vaultId: row.vault_id,
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
