import { createActor, fromPromise } from 'xstate';
import type { CardsActor } from '#features/shared/app-context.ts';
import { cardsMachine } from '#machines/cards.ts';
import type { CardCalls } from '#services/store/card-calls.ts';

/** One customer's cards actor, started. */
export const startCards = ({ list, change }: Pick<CardCalls, 'list' | 'change'>): CardsActor => {
  const cards = createActor(
    cardsMachine.provide({
      actors: {
        loadCards: fromPromise(async ({ signal }) => ({ outcome: 'done', cards: await list(signal) })),
        changeCard: fromPromise(({ input }) => change(input)),
      },
    }),
  );
  cards.start();
  return cards;
};
