import { purchases } from '#contract/endpoints.ts';
import type { Product } from '#contract/products.ts';
import type { CardPaymentRequestInput, PaymentRequestInput } from '#contract/purchases.ts';
import { StoreError } from '#domain/store-error.ts';
import type { PaymentOrder, QuoteRequest, QuoteResult } from '#machines/purchase/checkout.types.ts';
import type { AppConfig } from '#services/config.ts';
import type { ApiClient } from './api-client.ts';

/** Time limit for a payment, in ms. */
const payLimit = 30_000;

const attemptPath = (id: string) => purchases.attempt.path.replace(':id', encodeURIComponent(id));

const bodyOf = ({ attempt, billing, paymentToken, saveCard, cardId }: PaymentOrder) => {
  const about = { product_id: attempt.productId, billing_address: billing };
  if (cardId) return { ...about, card_id: cardId } satisfies CardPaymentRequestInput;
  return {
    ...about,
    payment_token: paymentToken ?? '',
    ...(saveCard && { save_card: true }),
  } satisfies PaymentRequestInput;
};

/** Creates the store calls for a purchase. They reject with a StoreError, or with the signal's reason. */
export const createPurchaseCalls = (
  call: ApiClient,
  { idempotencyKey }: Pick<AppConfig, 'idempotencyKey'>,
) => ({
  /** Sends a payment once, without retries. */
  pay: (order: PaymentOrder, signal?: AbortSignal) => {
    const { id, amountCents } = order.attempt;
    const headers = { 'Idempotency-Key': id, 'X-Expected-Amount-Cents': String(amountCents) };
    const request = { ...purchases.pay, limit: payLimit, json: bodyOf(order) };
    return call(idempotencyKey ? { ...request, headers } : request, signal);
  },
  /** Returns an attempt's outcome. Rejects with a 404 if the attempt hasn't arrived yet. */
  attempt: (attemptId: string, signal?: AbortSignal) =>
    call({ ...purchases.attempt, path: attemptPath(attemptId) }, signal),
  /** Permanently cancels an attempt, unless the card may have been charged. Returns the outcome. */
  withdraw: (attemptId: string, signal?: AbortSignal) =>
    call({ ...purchases.withdraw, path: attemptPath(attemptId) }, signal),
});

export type PurchaseCalls = ReturnType<typeof createPurchaseCalls>;

const isSameOffer = (one: Product, other: Product): boolean =>
  one.price_cents === other.price_cents &&
  one.credits === other.credits &&
  one.bonus_credits === other.bonus_credits;

/** Creates a function that checks for a changed price. The function rejects only with the signal's reason. */
export const createQuotePackage =
  (readProducts: (signal?: AbortSignal) => Promise<readonly Product[]>) =>
  async ({ product: chosen }: QuoteRequest, signal?: AbortSignal): Promise<QuoteResult> => {
    try {
      const product = (await readProducts(signal)).find(({ id }) => id === chosen.id);
      if (product === undefined)
        return { outcome: 'refused', failure: { name: 'package-withdrawn', message: '' } };
      return isSameOffer(product, chosen) ? { outcome: 'unchanged' } : { outcome: 'changed', product };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const name = error.kind === 'signed-out' ? 'session-ended' : 'unreachable';
      return { outcome: 'refused', failure: { name, message: error.message } };
    }
  };

export type QuotePackage = ReturnType<typeof createQuotePackage>;
