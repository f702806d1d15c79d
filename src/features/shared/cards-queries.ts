import { queryOptions } from '@tanstack/react-query';
import type { SavedCard } from '#contract/cards.ts';
import type { CardChange, CardsResult } from '#domain/saved-cards.ts';

/** The store's calls for saved cards. `list` rejects; `change` returns a refusal as data. */
export interface CardsSource {
  readonly list: (signal?: AbortSignal) => Promise<readonly SavedCard[]>;
  readonly change: (change: CardChange) => Promise<CardsResult>;
}

/** In the store's order: the default first. Fresh until something changes the cards. */
export const cardsQuery = ({ list }: Pick<CardsSource, 'list'>) =>
  queryOptions({
    queryKey: ['cards'],
    queryFn: ({ signal }) => list(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The page of cards says that the list failed, until the customer presses Retry.
    retryOnMount: false,
  });
