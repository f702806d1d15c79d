import type { SavedCard, SavedCards } from '#contract/cards.ts';
import { callFunction } from '../database/call-function.ts';
import type { Database, Queryable } from '../database/database.ts';
import { cardNotFound, customerNotFound } from '../http/http-error.ts';

/** Returns the SQL that erases a removed card except its ids and times. `removing`: the vault still has the card. */
export const removal = (state: 'removing' | 'removed'): string => `
  state = '${state}', removed_at = store_now(), check_at = ${state === 'removing' ? 'store_now()' : 'null'},
  brand = null, last4 = null, expires_on = null, initial_transaction_id = null, chosen_at = null, notice = null,
  updated_at = null, told_on = null, told_at = null, devices = '{}'`;

/** Schedules a vault check after an approved sale, which may have saved a card. The job's next run makes the check. */
export const expectCard = async (
  database: Queryable,
  { customerId, attemptId }: { readonly customerId: string; readonly attemptId: string },
): Promise<void> => {
  await database.query(
    `update cards set check_at = store_now() where customer_id = $1 and attempt_id = $2 and state = 'saving'`,
    [customerId, attemptId],
  );
};

/** Creates the API for the saved cards that customers see. */
export const createCards = (database: Database) => ({
  /** Lists a customer's saved cards, default first. @throws {HttpError} 404 if the customer has no record */
  async list(customerId: string): Promise<SavedCards> {
    const rows = await database.query<CardRow>(findCards, [customerId]);
    if (rows.length === 0) throw customerNotFound();
    return { cards: rows.flatMap(toSavedCard) };
  },

  /**
   * Hides a card and turns off a top-up that uses it. A job deletes it from the vault. Safe to repeat.
   * @throws {HttpError} 404 if the customer has no such card
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
      // Turn off the top-up first: this locks the account, and every function locks accounts before cards.
      await callFunction(transaction, 'end_top_up', {
        customer: customerId,
        cause: 'card-removed',
        card: cardId,
      });
      await transaction.query(removeCard, [customerId, cardId]);
    });
  },

  /** Makes a card the default. @throws {HttpError} 404 if the customer has no such card, or removed it */
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

/** Finds a customer's saved cards, default first. Returns one row of nulls if there are none. */
const findCards = `
  select cards.card_id as id, brand, last4, to_char(expires_on, 'MM/YY') as expiry, notice,
    instant(updated_at) as updated_at
  from accounts left join cards on cards.customer_id = accounts.customer_id and state = 'saved'
  where accounts.customer_id = $1
  order by chosen_at desc nulls last, created_at desc, cards.card_id`;

const removeCard = `
  update cards set ${removal('removing')}
  where customer_id = $1 and card_id = $2 and state = 'saved'`;
