import type { StoreConfig } from '../config/config.ts';
import { callFunction } from '../database/call-function.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import type { PurchaseOpening, PurchaseOrder } from '../database/functions.gen.ts';
import { processId } from '../database/presence.ts';
import type { Caller } from '../identity/authentication.ts';
import type { LostOpenings } from './lost-openings.ts';

/** A customer's limits: attempts (and withdrawals) per minute, attempts in flight, and declines. */
export type AttemptLimits = Pick<StoreConfig, 'attemptsPerMinute' | 'attemptsInFlight' | 'declines'>;

export interface AttemptToOpen {
  readonly customerId: string;
  readonly attemptId: string;
  /** SHA-256 of the whole request. */
  readonly fingerprint: Buffer;
  /** SHA-256 of the payment token, to detect reuse without storing the token. Null for a saved card. */
  readonly tokenHash: Buffer | null;
  /** The saved card to charge. Needs a recent sign-in or a device that has used it. Undefined: a new card. */
  readonly savedCard?: { readonly cardId: string } & Pick<Caller, 'authenticatedAt' | 'device'>;
  /** Ids for saving the new card if it is charged. Undefined: don't save the card. */
  readonly saveAs?: Record<'cardId' | 'vaultId', string> & Pick<Caller, 'authenticatedAt' | 'device'>;
  /** If the product isn't on sale, only an existing attempt gets a response. Null: only saves the card. */
  readonly productId: string | null;
  /** The price that the customer agreed to, in US cents. Undefined accepts any price. */
  readonly expectedCents: number | undefined;
  /** How long the sale may take before the store looks it up, in milliseconds. */
  readonly patienceMs: number;
  /** The client's IP address. Undefined if unknown or exempt from network limits. */
  readonly ipAddress: string | undefined;
  /** Id of the directory with the lock file that decides whether the sale is sent (`SendLocks`). Null: none. */
  readonly sendLocks: string | null;
}

/** Maximum saved cards per customer, and card checks per customer and day. */
export const maxCards = 10;

/** Opens attempts in order, in one transaction (`open_purchases`). */
export const openAttempts = async (
  database: Database,
  attempts: readonly AttemptToOpen[],
  limits: AttemptLimits,
  lost: LostOpenings,
): Promise<PurchaseOpening[]> => {
  const orders = attempts.map((attempt) => orderOf(attempt, limits));
  try {
    return await callFunction(database, 'open_purchases', { orders });
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
  const { authenticatedAt, device } = savedCard ?? saveAs ?? {};
  return {
    customer_id: attempt.customerId,
    attempt_id: attempt.attemptId,
    fingerprint,
    token_hash: tokenHash,
    // A card check has no ledger entry, so its card distinguishes this opening from others.
    transaction_id: (attempt.productId === null && saveAs?.cardId) || crypto.randomUUID(),
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
    signed_in_at: authenticatedAt,
    device,
  };
};
