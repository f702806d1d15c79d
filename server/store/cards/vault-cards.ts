import type { StoreConfig } from '../config/config.ts';
import { callForRow, callFunction } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import { OddRecordError } from '../gateway/order.ts';
import type { Log } from '../logging/logging.ts';
import { untilNextTry } from '../payments/attempts.ts';
import type { KnownAttempt } from '../payments/known-attempt.ts';
import type { PaymentResponse } from '../payments/responses.ts';
import { removal } from './cards.ts';
import { endRemoval } from './delete-saved-cards.ts';

interface Parts {
  readonly database: Database;
  readonly gateway: Pick<CardGateway, 'findVaultCard' | 'deleteVaultCard'>;
  readonly config: Pick<StoreConfig, 'outcomeCaseMs'>;
  readonly log: Log;
}

interface WaitingCard {
  readonly customerId: string;
  readonly cardId: string;
  readonly vaultId: string;
  readonly state: 'saving' | 'removing';
  /** Outcome of the sale or check that saves the card. `failed` is final. */
  readonly sale: 'completed' | 'failed' | 'open';
  /** Whether the card has waited longer than the gateway's records can lag. */
  readonly isOverdue: boolean;
}

interface CardUse extends Pick<KnownAttempt, 'customerId' | 'attemptId'> {
  /** Id of the saved card that pays. Null if the attempt saves a new card. */
  readonly cardId: string | null;
}

const batchSize = 50;
/** Gateway timeout after a purchase or a removal, in ms. The customer waits for the response. */
const answerTimeoutMs = 3_000;

/** Finds a card in the gateway's vault. Logs a card with an unreadable record, and doesn't return it. */
export const findReadableCard = (
  { gateway, log }: { readonly gateway: Pick<CardGateway, 'findVaultCard'>; readonly log: Log },
  vaultId: string,
  timeoutMs?: number,
) =>
  gateway.findVaultCard(vaultId, timeoutMs).catch((error: unknown) => {
    if (!(error instanceof OddRecordError)) throw error;
    log.warn({ event: 'card-unreadable', error });
    return undefined;
  });

/** Reconciles the cards that customers see with the gateway's vault. Never throws, and never charges a card. */
export type VaultCards = ReturnType<typeof createVaultCards>;

export const createVaultCards = ({ database, gateway, config, log }: Parts) => {
  const change = (statement: string, { customerId, cardId }: WaitingCard, values: readonly unknown[] = []) =>
    database.query(statement, [customerId, cardId, ...values]);

  const remove = async (card: WaitingCard, timeoutMs?: number): Promise<void> => {
    await gateway.deleteVaultCard(card.vaultId, timeoutMs);
    await change(endRemoval, card);
    log.info({ event: 'card-removed', cardId: card.cardId });
  };

  /** Hides and deletes an unsaved card, unless another process has saved it. */
  const hideAndRemove = async (card: WaitingCard, timeoutMs?: number): Promise<void> => {
    const hidden = await change(hideUnsaved, card);
    if (hidden.length > 0) await remove(card, timeoutMs);
  };

  /** Marks a card as saved only if the gateway's vault has it. */
  const confirm = async (card: WaitingCard, timeoutMs?: number): Promise<void> => {
    const found = await findReadableCard({ gateway, log }, card.vaultId, timeoutMs);
    if (found !== undefined) {
      const { brand, last4, expiresOn } = found;
      const { customerId: customer, cardId } = card;
      const shown = { customer, card: cardId, brand, last4, expires_on: expiresOn };
      const { value: isSaved } = await callForRow(database, 'save_card', shown);
      if (!isSaved) await hideAndRemove(card, timeoutMs);
    } else if (card.isOverdue) {
      log.warn({ event: 'card-not-saved', cardId: card.cardId });
      await hideAndRemove(card, timeoutMs);
    }
  };

  const resolve = async (card: WaitingCard, timeoutMs?: number): Promise<void> => {
    const { state, sale, cardId } = card;
    try {
      if (state === 'removing') await remove(card, timeoutMs);
      else if (sale === 'completed') await confirm(card, timeoutMs);
      else if (sale === 'failed') await hideAndRemove(card);
    } catch (error) {
      // The next attempt is already scheduled.
      log.warn({ event: 'vault-unanswered', cardId, error });
    }
  };

  const resolveNow = async (statement: string, values: readonly unknown[]): Promise<void> => {
    try {
      const [card] = await database.query<WaitingCard>(statement, values);
      if (card !== undefined) await resolve(card, answerTimeoutMs);
    } catch (error) {
      log.warn({ event: 'vault-unanswered', error });
    }
  };

  return {
    /** After a purchase, shows the card that it saved, or hides a card that the gateway's vault doesn't have. */
    async follow(
      { customerId, attemptId, cardId }: CardUse,
      { status, body }: PaymentResponse,
    ): Promise<void> {
      if (cardId === null) {
        if (status === 200) await resolveNow(takeCardOfAttempt, [customerId, attemptId]);
      } else if (status === 402 && body.code === 'card-not-found') {
        await database.query(forgetCard, [customerId, cardId]);
        const using = { customers: [customerId], cards: [cardId], mails: true };
        await callFunction(database, 'pause_top_ups', { ...using, reason: 'card-removed' });
        log.warn({ event: 'card-lost', cardId });
      }
    },

    /** Deletes a card that the customer removed. If the gateway doesn't respond, a job retries. */
    removeNow: (customerId: string, cardId: string): Promise<void> =>
      resolveNow(findRemovedCard, [customerId, cardId]),

    /** Checks cards against the vault. @param which `due`: cards whose check is due; `all`: every waiting card */
    async work(which: 'due' | 'all' = 'due'): Promise<void> {
      const limit = which === 'all' ? 10 * batchSize : batchSize;
      const due = await database.query<WaitingCard>(takeDueCards, [
        limit,
        config.outcomeCaseMs,
        which === 'all',
      ]);
      await Promise.all(due.map((card) => resolve(card)));
    },
  };
};

/** A failed attempt is final once its lookups end (`check_at` is null). A refunded purchase may have a refusal. */
const columns = `cards.customer_id as "customerId", cards.card_id as "cardId", cards.vault_id as "vaultId",
  cards.state, case
    when attempts.state <> 'settled' then 'open'
    when attempts.refusal_detail is null or 'refunded' = (
      select status from transactions where customer_id = attempts.customer_id and position = attempts.position
    ) then 'completed'
    when attempts.check_at is null then 'failed'
    else 'open'
  end as sale`;

const attemptOfCard = 'attempts.customer_id = cards.customer_id and attempts.attempt_id = cards.attempt_id';

/** Schedules a retry in 2 s, in case the gateway doesn't respond now. */
const takeCardOfAttempt = `
  update cards set check_at = store_now() + interval '2 s'
  from purchase_attempts attempts
  where ${attemptOfCard} and cards.customer_id = $1 and cards.attempt_id = $2 and cards.state = 'saving'
  returning ${columns}, false as "isOverdue"`;

const findRemovedCard = `
  select ${columns}, false as "isOverdue"
  from cards, purchase_attempts attempts
  where ${attemptOfCard} and cards.customer_id = $1 and cards.card_id = $2 and cards.state = 'removing'`;

/** Uses a CTE. Otherwise, a nested loop could run the locking subquery once per row, and lock too many rows. */
const takeDueCards = `
  with due as materialized (
    select customer_id, card_id, clock.now
    from (select store_now() as now offset 0) clock
    join cards on check_at is not null and ($3 or check_at <= clock.now)
    order by check_at
    limit $1
    for update of cards skip locked
  )
  update cards
  set check_at = due.now + ${untilNextTry('due.now - coalesce(cards.removed_at, cards.created_at)')}
  from due, purchase_attempts attempts
  where cards.customer_id = due.customer_id and cards.card_id = due.card_id and ${attemptOfCard}
  returning ${columns}, due.now - cards.created_at >= $2::bigint * interval '1 ms' as "isOverdue"`;

const hideUnsaved = `
  update cards set ${removal('removing')}
  where customer_id = $1 and card_id = $2 and state = 'saving'
  returning card_id`;

const forgetCard = `
  update cards set ${removal('removed')}
  where customer_id = $1 and card_id = $2 and state = 'saved'`;
