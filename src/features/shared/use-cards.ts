import { useQuery } from '@tanstack/react-query';
import type { SavedCard } from '#contract/cards.ts';
import { type CardsSource, cardsQuery } from './cards-queries.ts';

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
