import type { NewCardRequest, SavedCard } from '#contract/cards.ts';
import { cardNotFound } from '../http/http-error.ts';
import type { SellingParts } from '../parts.ts';
import { cardUnknown, type PurchaseOrder, purchase } from '../payments/purchasing.ts';
import type { PaymentResponse } from '../payments/responses.ts';
import { createCards } from './cards.ts';

interface CardOrder extends Pick<PurchaseOrder, 'caller' | 'ipAddress'> {
  readonly request: NewCardRequest;
  /** The Idempotency-Key header. */
  readonly attemptId: string;
}

type AddedCard =
  | { readonly status: 201; readonly body: SavedCard }
  | Extract<PaymentResponse, { readonly status: 402 }>;

/**
 * Saves a card at most once per attempt, without a charge. It is an attempt like a purchase, so the same limits apply.
 * @returns 201 with the card, or with the same card that the customer already had; 402 with the reason of a decline
 * @throws {HttpError} 502 or 504 if the outcome is unknown, 404 if the card was removed since; otherwise as a purchase
 */
export const addCard = async (parts: SellingParts, { request, ...order }: CardOrder): Promise<AddedCard> => {
  const { customerId } = order.caller;
  const check = { ...request, product_id: null, save_card: true } as const;
  const response = await purchase(parts, { ...order, request: check, expectedCents: undefined });
  if (response.status === 402) return response;
  // Before the list, because another process may save the card in between.
  const values = [customerId, order.attemptId];
  const [added] = await parts.database.query<{ id: string; isWaiting: boolean }>(findAdded, values);
  const { cards } = await createCards(parts.database).list(customerId);
  const body = cards.find(({ id }) => id === added?.id);
  if (body !== undefined) return { status: 201, body };
  throw added?.isWaiting ? cardUnknown() : cardNotFound();
};

const findAdded = `
  select coalesce(duplicate_of, card_id) as id, state = 'saving' as "isWaiting"
  from cards where customer_id = $1 and attempt_id = $2`;
