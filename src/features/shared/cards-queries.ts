import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedCard } from '#contract/cards.ts';
import { type CardChange, type CardsResult, isUsable } from '#domain/saved-cards.ts';

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

/** Returns the ids of the cards that can be charged, the default first. Rejects if the list can't be loaded. */
export const readUsableCards = async (
  client: QueryClient,
  source: CardsSource | null,
): Promise<readonly string[]> => {
  if (source === null) return [];
  const list = await client.fetchQuery(cardsQuery(source));
  return list.filter((card) => isUsable(card, Date.now())).map(({ id }) => id);
};

const none: readonly SavedCard[] = [];

/** Loads the cards each time the page opens. */
export const onEachVisit = { refetchOnMount: 'always', retryOnMount: true } as const;

/** The cards as a page shows them. A list stays while it loads again, and if that fails. */
export const useCards = (source: CardsSource, freshness: Partial<typeof onEachVisit> = {}) => {
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
