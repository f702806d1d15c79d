import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { TopUp } from '../contract/top-up.ts';
import type {
  TopUpAnswer,
  TopUpChange,
  TopUpContext,
  TopUpEmitted,
  TopUpEvent,
  TopUpFailureName,
  TopUpSettings,
} from './top-up.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

const packageFailures: readonly TopUpFailureName[] = ['price-changed', 'package-withdrawn'];
const cardFailures: readonly TopUpFailureName[] = ['card-missing', 'card-expired', 'card-refused'];

const stateAfter = { save: 'on', 'turn-off': 'off' } as const satisfies Record<TopUpChange, TopUp['state']>;

interface Scope {
  readonly context: TopUpContext;
}

interface Ending {
  readonly change: TopUpChange;
  /** Null if there was no answer. */
  readonly answer: TopUpAnswer | null;
}

/** One customer's automatic top-up. */
export const topUpMachine = setup({
  types: {
    context: {} as TopUpContext,
    events: {} as TopUpEvent,
    emitted: {} as TopUpEmitted,
    tags: {} as 'busy',
  },
  actors: {
    loadTopUp: fromPromise<TopUpAnswer>(unimplemented),
    saveTopUp: fromPromise<TopUpAnswer, TopUpSettings>(unimplemented),
    turnOff: fromPromise<TopUpAnswer>(unimplemented),
  },
  delays: {
    /** How long the store may take. */
    loadLimit: 20_000,
    saveLimit: 20_000,
    turnOffLimit: 20_000,
  },
  guards: {
    isDone: (_: unknown, { outcome }: TopUpAnswer) => outcome === 'done',
    isKnown: ({ context }: Scope) => context.topUp !== null,
    isOn: ({ context }: Scope) => context.topUp?.state === 'on',
    isPaused: ({ context }: Scope) => context.topUp?.state === 'paused',
  },
  actions: {
    // Something else may have turned it on or off since the customer's last change.
    setTopUp: assign(({ context: { done } }: Scope, answer: TopUpAnswer) => {
      if (answer.outcome !== 'done') return {};
      const { topUp } = answer;
      return { topUp, done: done !== null && topUp.state === stateAfter[done] ? done : null };
    }),
    beginSave: assign((_: unknown, { settings }: { readonly settings: TopUpSettings }) => ({ settings })),
    complete: assign((_: unknown, { change, answer }: Ending) => ({
      settings: null,
      done: change,
      ...(answer?.outcome === 'done' && { topUp: answer.topUp }),
    })),
    fail: enqueueActions(({ enqueue }, { change, answer }: Ending) => {
      const name = answer?.outcome === 'refused' ? answer.name : 'unknown';
      enqueue.assign({ settings: null, failure: { change, name } });
      if (packageFailures.includes(name)) enqueue.emit({ type: 'packages.outdated' });
      if (cardFailures.includes(name)) enqueue.emit({ type: 'cards.outdated' });
    }),
    clearNews: assign({ failure: null, done: null }),
  },
}).createMachine({
  id: 'top-up',
  description: 'Shows the automatic top-up, saves its settings with the consent, and turns it off.',
  context: { topUp: null, settings: null, failure: null, done: null },
  initial: 'shown',
  states: {
    shown: {
      description: 'The customer may change what the store last answered, even while it loads again.',
      initial: 'loading',
      on: {
        'top-up.requested': { target: '.loading', actions: 'clearNews' },
        'top-up.outdated': { target: '.loading' },
        'settings.submitted': {
          guard: 'isKnown',
          target: 'saving',
          actions: ['clearNews', { type: 'beginSave', params: ({ event }) => event }],
        },
        'turn-off.requested': { guard: 'isKnown', target: 'turning-off', actions: 'clearNews' },
      },
      states: {
        loading: {
          description: 'Asks the store for the top-up.',
          invoke: {
            id: 'loadTopUp',
            src: 'loadTopUp',
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'sorting',
                actions: { type: 'setTopUp', params: ({ event }) => event.output },
              },
              { target: 'failed' },
            ],
            onError: { target: 'failed' },
          },
          after: { loadLimit: { target: 'failed' } },
          on: { 'top-up.requested': { actions: 'clearNews' } },
        },
        failed: { description: 'The top-up could not be loaded.' },
        sorting: {
          description: 'Shows the state that the store answered.',
          always: [
            { guard: 'isOn', target: 'on' },
            { guard: 'isPaused', target: 'paused' },
            { target: 'off' },
          ],
        },
        off: { description: 'The store charges nothing on its own.' },
        on: { description: 'The store charges the card when the credits run low.' },
        paused: { description: 'The store charges nothing until the customer saves the settings again.' },
      },
    },

    saving: {
      description: 'The store saves the settings and the consent, and turns top-up on.',
      tags: 'busy',
      invoke: {
        id: 'saveTopUp',
        src: 'saveTopUp',
        input: ({ context: { settings } }) => {
          if (settings === null) throw new Error('A save began without settings');
          return settings;
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: '#top-up.shown.sorting',
            actions: { type: 'complete', params: ({ event }) => ({ change: 'save', answer: event.output }) },
          },
          {
            target: 'shown',
            actions: { type: 'fail', params: ({ event }) => ({ change: 'save', answer: event.output }) },
          },
        ],
        onError: { target: 'shown', actions: { type: 'fail', params: { change: 'save', answer: null } } },
      },
      after: {
        saveLimit: { target: 'shown', actions: { type: 'fail', params: { change: 'save', answer: null } } },
      },
    },

    'turning-off': {
      description: 'The store turns top-up off. After its answer it sends no charge.',
      tags: 'busy',
      invoke: {
        id: 'turnOff',
        src: 'turnOff',
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: '#top-up.shown.sorting',
            actions: {
              type: 'complete',
              params: ({ event }) => ({ change: 'turn-off', answer: event.output }),
            },
          },
          {
            target: 'shown',
            actions: { type: 'fail', params: ({ event }) => ({ change: 'turn-off', answer: event.output }) },
          },
        ],
        onError: { target: 'shown', actions: { type: 'fail', params: { change: 'turn-off', answer: null } } },
      },
      after: {
        turnOffLimit: {
          target: 'shown',
          actions: { type: 'fail', params: { change: 'turn-off', answer: null } },
        },
      },
    },
  },
});
