import { mutationOptions } from '@tanstack/react-query';
import type { CardChange, CardsFailure } from '#domain/saved-cards.ts';
import { type CardsSource, cardsQuery } from '#features/shared/cards-queries.ts';
import { useLastChange } from './use-last-change.ts';

const key = ['cards'];

/** Removes a card, or makes it the default. A refusal is data. */
export const changeCardMutation = (source: CardsSource) =>
  mutationOptions({
    mutationKey: key,
    networkMode: 'always',
    // The page shows what became of a change that ended while it was closed.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: source.change,
    async onSuccess(answer, { kind }: CardChange, _, { client }) {
      if (answer.outcome === 'refused') return;
      const { queryKey } = cardsQuery(source);
      // A response from before the change must not replace it.
      await client.cancelQueries({ queryKey });
      // Adds nothing to the cache of a session that has ended.
      client.setQueryData(queryKey, (known) => known && answer.cards);
      // The store turns top-up off when its card is removed.
      if (kind === 'removal') void client.invalidateQueries({ queryKey: ['top-up'] });
    },
  });

/** Changes cards, and tells what became of the last change on this page. */
export const useCardChange = (source: CardsSource) => {
  const { change, last } = useLastChange(key, changeCardMutation(source));
  const { variables, data: answer } = last ?? {};
  const failure: CardsFailure | null =
    variables && answer?.outcome === 'refused' ? { change: variables, message: answer.message } : null;
  return {
    change,
    isChanging: last?.status === 'pending',
    failure,
    done: answer?.outcome === 'done' ? variables : undefined,
  };
};

export type CardChanges = ReturnType<typeof useCardChange>;
