import type { SavedCards } from '#contract/cards.ts';
import { cards } from '#contract/endpoints.ts';
import type { BillingAddress } from '#contract/purchases.ts';
import { StoreError } from '#domain/store-error.ts';
import type { CardChange, CardsAnswer } from '#machines/cards.types.ts';
import type { ApiClient } from './api-client.ts';

const changes = { removal: cards.remove, default: cards.makeDefault } as const;

const answerOf = async (reply: Promise<SavedCards>): Promise<CardsAnswer> => {
  try {
    return { outcome: 'done', ...(await reply) };
  } catch (error) {
    if (error instanceof StoreError) return { outcome: 'refused', message: error.message };
    throw error;
  }
};

/** The store's calls for saved cards. They reject only with their signal's reason. */
export const createCardCalls = (call: ApiClient) => ({
  list: (signal?: AbortSignal) => answerOf(call(cards.list, signal)),
  /** Returns the cards that are left. */
  change: ({ kind, card }: CardChange, signal?: AbortSignal) =>
    answerOf(
      call(
        { ...changes[kind], path: changes[kind].path.replace(':id', encodeURIComponent(card.id)) },
        signal,
      ),
    ),
  billingAddress: (): Promise<BillingAddress | null> =>
    call(cards.billingAddress).then(
      ({ billing_address }) => billing_address,
      () => null,
    ),
});

export type CardCalls = ReturnType<typeof createCardCalls>;
