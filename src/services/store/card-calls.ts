import { savedCardSchema } from '#contract/cards.ts';
import { cards } from '#contract/endpoints.ts';
import type { BillingAddress, PaymentRequestInput } from '#contract/purchases.ts';
import type { CardChange, CardsResult } from '#domain/saved-cards.ts';
import { StoreError } from '#domain/store-error.ts';
import { withTimeout } from '../abort.ts';
import type { ApiClient } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Time limit for the gateway's check of a card, in ms. */
const checkLimit = 30_000;

const changes = { removal: cards.remove, default: cards.makeDefault } as const;

/** Creates the store calls for saved cards. Only `list` and `add` can reject. */
export const createCardCalls = (call: ApiClient) => ({
  list: (signal?: AbortSignal) =>
    withTimeout(callLimit, async (ending) => (await call(cards.list, ending)).cards, signal),
  /** Saves a card. The store does so once for each key. */
  add: (key: string, json: Pick<PaymentRequestInput, 'payment_token' | 'billing_address'>) =>
    call({
      ...cards.add,
      schema: savedCardSchema,
      limit: checkLimit,
      headers: { 'Idempotency-Key': key },
      json,
    }),
  /** Resolves with the remaining cards, or with a refusal and the store's message. */
  async change({ kind, card }: CardChange): Promise<CardsResult> {
    const path = changes[kind].path.replace(':id', encodeURIComponent(card.id));
    try {
      const left = await withTimeout(callLimit, (signal) => call({ ...changes[kind], path }, signal));
      return { outcome: 'done', ...left };
    } catch (error) {
      return { outcome: 'refused', message: error instanceof StoreError ? error.message : '' };
    }
  },
  billingAddress: (): Promise<BillingAddress | null> =>
    call(cards.billingAddress).then(
      ({ billing_address }) => billing_address,
      () => null,
    ),
});

export type CardCalls = ReturnType<typeof createCardCalls>;
