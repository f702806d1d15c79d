import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedCard } from '#contract/cards.ts';
import { type CardChange, type CardsResult, isUsable } from '#domain/saved-cards.ts';

/** Saved cards in the store API. `list` rejects on failure; `change` returns a refusal as data. */
export interface CardsSource {
  readonly list: (signal?: AbortSignal) => Promise<readonly SavedCard[]>;
  readonly change: (change: CardChange) => Promise<CardsResult>;
}

/** Queries the cards, the default one first. They stay fresh until something changes them. */
export const cardsQuery = ({ list }: Pick<CardsSource, 'list'>) =>
  queryOptions({
    queryKey: ['cards'],
    queryFn: ({ signal }) => list(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Keep showing the error until the customer presses Retry.
    retryOnMount: false,
  });

/** Returns the ids of the cards that can be charged, the default one first. Rejects if loading fails. */
export const readUsableCards = async (
  client: QueryClient,
  source: CardsSource | null,
): Promise<readonly string[]> => {
  if (source === null) return [];
  const list = await client.fetchQuery(cardsQuery(source));
  return list.filter((card) => isUsable(card, Date.now())).map(({ id }) => id);
};

const none: readonly SavedCard[] = [];

/** Query options that reload the cards each time the page opens. */
export const onEachVisit = { refetchOnMount: 'always', retryOnMount: true } as const;

/** Returns the cards for display. Keeps the last list while it reloads, and if reloading fails. */
export const useCards = (source: CardsSource, freshness: Partial<typeof onEachVisit> = {}) => {
  const query = useQuery({ ...cardsQuery(source), ...freshness, refetchOnReconnect: 'always' });
  const { data: list = none, isSuccess, isFetching } = query;
  const isListed = isSuccess && !isFetching;
  const view = isListed || list.length > 0 ? 'list' : isFetching ? 'loading' : 'failed';
  return {
    list,
    view,
    /** Whether the list has loaded and is current. */
    isListed,
    isFailed: !isListed && !isFetching,
    reload: () => void query.refetch(),
  } as const;
};
