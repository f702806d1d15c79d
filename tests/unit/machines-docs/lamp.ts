import { fromPromise, setup } from 'xstate';

/** Uses every feature that a chart can show. */
export const lampMachine = setup({
  types: { events: {} as { readonly type: 'pressed' } | { readonly type: 'dimmed'; readonly to: number } },
  actors: { glow: fromPromise(() => Promise.resolve()) },
  guards: {
    isNight: () => true,
    isColor: (_, params: { readonly color: string }) => params.color === 'red',
  },
  actions: { say: (_, params: { readonly words: string }) => params.words, tidy: () => undefined },
  delays: { patience: 5_500, whim: () => 1 },
}).createMachine({
  id: 'lamp',
  description: 'A lamp; with "quotes": and #marks.',
  initial: 'off',
  on: { dimmed: { target: '.on' } },
  states: {
    off: {
      description: 'Dark.',
      tags: 'quiet',
      entry: 'tidy',
      always: { guard: { type: 'isColor', params: { color: 'red' } }, target: 'broken' },
      on: {
        pressed: [
          {
            guard: 'isNight',
            target: 'on',
            actions: { type: 'say', params: ({ event }) => ({ words: event.type }) },
          },
          { actions: { type: 'say', params: () => ({ words: 'no' }) } },
        ],
      },
    },
    on: {
      description: 'Bright.',
      initial: 'low',
      invoke: { id: 'warmth', src: 'glow', onDone: { target: 'off' }, onError: { target: 'broken' } },
      after: { patience: { target: 'off' }, whim: { target: 'broken' } },
      on: { dimmed: { target: '.low' } },
      states: { low: { description: 'A little.' }, 'very-high': { description: 'A lot.' } },
    },
    broken: { description: 'Never again.', type: 'final' },
  },
});
