import type { Queryable } from '../database/database.ts';

/** Columns that a command's text output shows. JSON output has all columns. */
interface CardRow {
  readonly state: 'saving' | 'saved' | 'removing' | 'removed';
  readonly brand: string | null;
  readonly last4: string | null;
  /** `MM/YY`. */
  readonly expiry: string | null;
}

/** Lists a customer's cards, oldest first, including removed ones. */
export const readCards = (database: Queryable, customerId: string): Promise<CardRow[]> =>
  database.query<CardRow>(
    `select card_id as "cardId", state, brand, last4, to_char(expires_on, 'MM/YY') as expiry, notice,
       attempt_id as "attemptId", created_at as "createdAt", chosen_at as "chosenAt", updated_at as "updatedAt",
       removed_at as "removedAt"
     from cards where customer_id = $1 order by created_at, card_id`,
    [customerId],
  );

/** Formats a card as `visa 1111`. An erased card is just `card`. */
export const cardName = (brand: string | null, last4: string | null): string =>
  [brand ?? 'card', last4].filter((part) => part !== null).join(' ');
