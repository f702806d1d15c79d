import type { StoreConfig } from '../config/config.ts';
import { callFunction } from '../database/call-function.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import type { PurchaseOpening, PurchaseOrder } from '../database/functions.gen.ts';
import { processId } from '../database/presence.ts';
import type { Caller } from '../identity/authentication.ts';
import type { LostOpenings } from './lost-openings.ts';
import { type PaymentResponse, toResponse } from './responses.ts';

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
  /** Nothing was opened: see `purchase_outcome`. */
  | {
      readonly outcome: Exclude<
        PurchaseOpening['outcome'],
        'opened' | 'settled' | 'paused' | 'too-many-declines'
      >;
    };

/** Saved cards of a customer. */
export const maxCards = 10;

/** Opens attempts in order (`open_purchases`), in one transaction. */
export const openAttempts = async (
  database: Database,
  attempts: readonly AttemptToOpen[],
  limits: AttemptLimits,
  lost: LostOpenings,
): Promise<Opening[]> => {
  const orders = attempts.map((attempt) => orderOf(attempt, limits));
  try {
    return (await callFunction(database, 'open_purchases', { orders })).map(toOpening);
  } catch (error) {
    if (isDatabaseUnavailable(error))
      for (const { customer_id: customerId, attempt_id: attemptId, transaction_id: transactionId } of orders)
        lost.note({ customerId, attemptId, transactionId });
    throw error;
  }
};

const orderOf = (
  { savedCard, saveAs, fingerprint, tokenHash, ...attempt }: AttemptToOpen,
  { attemptsPerMinute, attemptsInFlight, declines }: AttemptLimits,
): PurchaseOrder => {
  const device = (savedCard ?? saveAs)?.device;
  return {
    customer_id: attempt.customerId,
    attempt_id: attempt.attemptId,
    fingerprint,
    token_hash: tokenHash,
    transaction_id: crypto.randomUUID(),
    product_id: attempt.productId,
    expected_cents: attempt.expectedCents,
    patience_ms: attempt.patienceMs,
    ip_address: attempt.ipAddress,
    attempts_per_minute: attemptsPerMinute,
    attempts_in_flight: attemptsInFlight,
    declines_per_customer: declines.perCustomer,
    declines_per_network: declines.perNetwork,
    sender: processId,
    send_locks: attempt.sendLocks,
    card_id: savedCard?.cardId,
    new_card_id: saveAs?.cardId,
    vault_id: saveAs?.vaultId,
    max_cards: maxCards,
    signed_in_at: savedCard?.authenticatedAt,
    device,
  };
};

const toOpening = (row: PurchaseOpening): Opening => {
  switch (row.outcome) {
    case 'opened':
      return {
        outcome: 'opened',
        transactionId: row.transaction_id,
        amountCents: row.amount_cents,
        wasSentBefore: row.was_sent_before,
        sentAt: row.sent_at,
        email: row.email ?? null,
        vaultId: row.vault_id ?? null,
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
