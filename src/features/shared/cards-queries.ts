import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedCard } from '#contract/cards.ts';
import type { CardChange, CardsAnswer } from '#domain/saved-cards.ts';

/** The store's calls for saved cards. `list` rejects; `change` returns a refusal as data. */
export interface CardsSource {
  readonly list: (signal?: AbortSignal) => Promise<readonly SavedCard[]>;
  readonly change: (change: CardChange) => Promise<CardsAnswer>;
}

/** In the store's order: the default first. Fresh until something changes the cards. */
export const cardsQuery = ({ list }: Pick<CardsSource, 'list'>) =>
  queryOptions({
    queryKey: ['cards'],
    queryFn: ({ signal }) => list(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const none: readonly SavedCard[] = [];

/** The cards as a page shows them. A list stays while it loads again, and if that fails. */
export const useCards = (source: CardsSource, freshness: { readonly refetchOnMount?: 'always' } = {}) => {
  const query = useQuery({ ...cardsQuery(source), ...freshness, refetchOnReconnect: 'always' });
  const { data: list = none, isSuccess, isFetching } = query;
  const isListed = isSuccess && !isFetching;
  const view = isListed || list.length > 0 ? 'list' : isFetching ? 'loading' : 'failed';
  return {
    list,
    view,
    /** Whether the store has listed the cards, and the list is current. */
    isListed,
    isFailed: !isListed && !isFetching,
    reload: () => void query.refetch(),
  } as const;
};
