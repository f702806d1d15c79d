import { assign, fromPromise, setup } from 'xstate';
import type { CardChange, CardsAnswer, CardsContext, CardsEvent } from './cards.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

interface Scope {
  readonly context: CardsContext;
}

/** One customer's saved cards, and which card to pay with. */
export const cardsMachine = setup({
  types: {
    context: {} as CardsContext,
    events: {} as CardsEvent,
    tags: {} as 'busy',
  },
  actors: {
    loadCards: fromPromise<CardsAnswer>(unimplemented),
    changeCard: fromPromise<CardsAnswer, CardChange>(unimplemented),
  },
  delays: {
    /** How long the store may take. */
    listLimit: 20_000,
    changeLimit: 20_000,
  },
  guards: {
    isDone: (_: unknown, { outcome }: CardsAnswer) => outcome === 'done',
    isKnown: ({ context: { cards } }: Scope, { cardId }: { readonly cardId: string }) =>
      cards.some(({ id }) => id === cardId),
  },
  actions: {
    setCards: assign((_: unknown, answer: CardsAnswer) =>
      answer.outcome === 'done' ? { cards: answer.cards } : {},
    ),
    begin: assign(
      ({ context: { cards } }: Scope, { kind, cardId }: { kind: CardChange['kind']; cardId: string }) => {
        const card = cards.find(({ id }) => id === cardId);
        return { change: card ? { kind, card } : null, failure: null, done: null };
      },
    ),
    cancel: assign({ change: null }),
    complete: assign(({ context: { change } }: Scope, answer: CardsAnswer) =>
      answer.outcome === 'done' ? { cards: answer.cards, change: null, done: change } : {},
    ),
    /** Null if there was no answer. */
    fail: assign(({ context: { change } }: Scope, answer: CardsAnswer | null) => ({
      change: null,
      failure: change && { change, message: answer?.outcome === 'refused' ? answer.message : '' },
    })),
    setChoice: assign((_: unknown, { cardId }: { readonly cardId: string | null }) => ({
      choice: { cardId },
    })),
    setSaving: assign((_: unknown, { saveCard }: { readonly saveCard: boolean }) => ({ saveCard })),
    clearChoice: assign({ choice: null, saveCard: false }),
    clearNews: assign({ failure: null, done: null }),
  },
}).createMachine({
  id: 'cards',
  description: 'Lists the saved cards, changes them, and holds the choice at the checkout.',
  context: { cards: [], change: null, failure: null, done: null, choice: null, saveCard: false },
  on: {
    'card.chosen': { actions: { type: 'setChoice', params: ({ event }) => event } },
    'saving.chosen': { actions: { type: 'setSaving', params: ({ event }) => event } },
    'choice.cleared': { actions: 'clearChoice' },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'Asks the store for the cards. Shows the last list until then.',
      tags: 'busy',
      invoke: {
        id: 'loadCards',
        src: 'loadCards',
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'listed',
            actions: { type: 'setCards', params: ({ event }) => event.output },
          },
          { target: 'failed' },
        ],
        onError: { target: 'failed' },
      },
      after: { listLimit: { target: 'failed' } },
    },

    failed: {
      description: 'The cards could not be loaded.',
      on: { 'cards.requested': { target: 'loading' } },
    },

    listed: {
      description: 'The list is current.',
      initial: 'idle',
      states: {
        idle: {
          description: 'The customer may change a card.',
          on: {
            'cards.requested': { target: '#cards.loading', actions: 'clearNews' },
            'default.chosen': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'changing',
              actions: {
                type: 'begin',
                params: ({ event }) => ({ kind: 'default' as const, cardId: event.cardId }),
              },
            },
            'removal.requested': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'confirming',
              actions: {
                type: 'begin',
                params: ({ event }) => ({ kind: 'removal' as const, cardId: event.cardId }),
              },
            },
          },
        },
        confirming: {
          description: 'Asks whether to remove the card.',
          on: {
            'removal.confirmed': { target: 'changing' },
            'removal.abandoned': { target: 'idle', actions: 'cancel' },
          },
        },
        changing: {
          description: 'The store removes the card, or makes it the default.',
          tags: 'busy',
          invoke: {
            id: 'changeCard',
            src: 'changeCard',
            input: ({ context: { change } }) => {
              if (change === null) throw new Error('A change began without a card');
              return change;
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'idle',
                actions: { type: 'complete', params: ({ event }) => event.output },
              },
              { target: 'idle', actions: { type: 'fail', params: ({ event }) => event.output } },
            ],
            onError: { target: 'idle', actions: { type: 'fail', params: null } },
          },
          after: { changeLimit: { target: 'idle', actions: { type: 'fail', params: null } } },
        },
      },
    },
  },
});
