import { assign, fromPromise, setup } from 'xstate';
import type { Answer, SignInAnswer } from './auth.types.ts';
import type { PasskeyContext, PasskeyEvent, PasskeyOutput, PasskeyRequested } from './passkey.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** A sign-in with a passkey. The adapter keeps the credential, so that no context contains it. */
export const passkeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as PasskeyEvent,
    output: {} as PasskeyOutput,
    tags: {} as 'busy',
  },
  actors: {
    assertPasskey: fromPromise<Answer, { readonly email: string }>(unimplemented),
    answerPasskey: fromPromise<SignInAnswer>(unimplemented),
  },
  guards: {
    isDone: (_: unknown, { outcome }: Answer) => outcome === 'done',
  },
  actions: {
    setEmail: assign((_: unknown, { email }: PasskeyRequested) => ({ email })),
    refuse: assign((_: unknown, answer: Answer) => (answer.outcome === 'refused' ? { answer } : {})),
    setAnswer: assign((_: unknown, answer: SignInAnswer) => ({ answer })),
  },
}).createMachine({
  id: 'passkey',
  description: 'A sign-in with a passkey. It stops if the guest does something else instead.',
  context: { email: null, answer: null },
  output: ({ context: { answer } }) => answer,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No passkey was requested yet.',
      on: {
        'passkey.requested': {
          target: 'asserting',
          actions: { type: 'setEmail', params: ({ event }) => event },
        },
      },
    },
    asserting: {
      description: 'The browser asks the guest for a passkey of the account.',
      on: {
        'passkey.requested': {
          target: 'asserting',
          reenter: true,
          actions: { type: 'setEmail', params: ({ event }) => event },
        },
        'passkey.left': { description: 'The guest opened another page.', target: 'waiting' },
      },
      invoke: {
        id: 'assertPasskey',
        src: 'assertPasskey',
        input: ({ context: { email } }) => ({ email: email ?? '' }),
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'responding' },
          { target: 'unused', actions: { type: 'refuse', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unused' },
      },
    },
    responding: {
      description: 'The identity service checks the passkey.',
      tags: 'busy',
      invoke: {
        id: 'answerPasskey',
        src: 'answerPasskey',
        onDone: { target: 'answered', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        onError: { target: 'answered' },
      },
    },
    unused: { description: 'No passkey was used.', type: 'final' },
    answered: { description: 'The identity service has answered.', type: 'final' },
  },
});
