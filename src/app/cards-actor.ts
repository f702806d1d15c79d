import { createActor, fromPromise } from 'xstate';
import type { CardsActor } from '#features/shared/app-context.ts';
import { cardsMachine } from '#machines/cards.ts';
import type { CardCalls } from '#services/store/card-calls.ts';

/** One customer's cards actor, started. */
export const startCards = ({ list, change }: Pick<CardCalls, 'list' | 'change'>): CardsActor => {
  const cards = createActor(
    cardsMachine.provide({
      actors: {
        loadCards: fromPromise(({ signal }) => list(signal)),
        changeCard: fromPromise(({ input, signal }) => change(input, signal)),
      },
    }),
  );
  cards.start();
  return cards;
};
