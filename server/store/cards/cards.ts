import type { SavedCard, SavedCards } from '#contract/cards.ts';
import { callFunction } from '../database/call-function.ts';
import type { Database, Queryable } from '../database/database.ts';
import { cardNotFound, customerNotFound } from '../http/http-error.ts';

/** SQL: what a removal sets. Only ids and times stay. `removing`: the gateway still has to delete the card. */
export const removal = (state: 'removing' | 'removed'): string => `
  state = '${state}', removed_at = store_now(), check_at = ${state === 'removing' ? 'store_now()' : 'null'},
  brand = null, last4 = null, expires_on = null, initial_transaction_id = null, chosen_at = null, notice = null,
  updated_at = null, told_on = null, told_at = null, devices = '{}'`;

/** The attempt's sale was approved, so the next run of the job asks the gateway for the card that it may have saved. */
export const expectCard = async (
  database: Queryable,
  { customerId, attemptId }: { readonly customerId: string; readonly attemptId: string },
): Promise<void> => {
  await database.query(
    `update cards set check_at = store_now() where customer_id = $1 and attempt_id = $2 and state = 'saving'`,
    [customerId, attemptId],
  );
};

/** The cards that a customer sees. */
export const createCards = (database: Database) => ({
  /** @throws HttpError 404 without a customer record */
  async list(customerId: string): Promise<SavedCards> {
    const rows = await database.query<CardRow>(findCards, [customerId]);
    if (rows.length === 0) throw customerNotFound();
    return { cards: rows.flatMap(toSavedCard) };
  },

  /**
   * Hides the card at once, and turns off a top-up that uses it. The gateway's record of it is still to be deleted. Safe to repeat.
   * @throws HttpError 404 for a card that isn't the customer's
   */
  async remove(customerId: string, cardId: string): Promise<void> {
    const [card] = await database.query<{ isSaved: boolean }>(
      `select state = 'saved' as "isSaved" from cards
       where customer_id = $1 and card_id = $2 and state <> 'saving'`,
      [customerId, cardId],
    );
    if (card === undefined) throw cardNotFound();
    if (!card.isSaved) return;
    await database.transaction(async (transaction) => {
      // First, because it locks the account: the order in which every function takes its locks.
      await callFunction(transaction, 'end_top_up', {
        customer: customerId,
        cause: 'card-removed',
        card: cardId,
      });
      await transaction.query(removeCard, [customerId, cardId]);
    });
  },

  /** @throws HttpError 404 for a card that isn't the customer's, or was removed */
  async makeDefault(customerId: string, cardId: string): Promise<void> {
    const chosen = await database.query(
      `update cards set chosen_at = store_now()
       where customer_id = $1 and card_id = $2 and state = 'saved' returning card_id`,
      [customerId, cardId],
    );
    if (chosen.length === 0) throw cardNotFound();
  },
});

type CardRow = { readonly id: null } | Omit<SavedCard, 'is_default'>;

const toSavedCard = (row: CardRow, index: number): SavedCard[] =>
  row.id === null ? [] : [{ ...row, is_default: index === 0 }];

/** One row of nulls if the customer has no cards. */
const findCards = `
  select cards.card_id as id, brand, last4, to_char(expires_on, 'MM/YY') as expiry, notice,
    instant(updated_at) as updated_at
  from accounts left join cards on cards.customer_id = accounts.customer_id and state = 'saved'
  where accounts.customer_id = $1
  order by chosen_at desc nulls last, created_at desc, cards.card_id`;

const removeCard = `
  update cards set ${removal('removing')}
  where customer_id = $1 and card_id = $2 and state = 'saved'`;
