import { assign, fromPromise, setup } from 'xstate';
import { type ActorEvents, eventAs, isDone, outputAs, required, unimplemented } from '../shared.ts';
import type { IdentityResult, SignInResult } from './auth.types.ts';
import type { PasskeyContext, PasskeyEvent, PasskeyOutput } from './passkey.types.ts';

const actors = {
  assertPasskey: fromPromise<IdentityResult, { readonly email: string }>(unimplemented),
  answerPasskey: fromPromise<SignInResult>(unimplemented),
};

/** Signs in with a passkey. The adapter stores the credential, so that it never appears in the context. */
export const passkeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as PasskeyEvent | ActorEvents<typeof actors>,
    output: {} as PasskeyOutput,
    tags: {} as 'busy',
  },
  actors,
  guards: { isDone },
  actions: {
    setEmail: assign(({ event }) => ({ email: eventAs(event, 'passkey.requested').email })),
    refuse: assign(({ event }) => ({ answer: outputAs(event, 'refused') })),
    setAnswer: assign(({ event }) => ({ answer: eventAs(event, 'xstate.done.actor.answerPasskey').output })),
  },
}).createMachine({
  id: 'passkey',
  description: 'Signs a guest in with a passkey. Stops if the guest does something else.',
  context: { email: null, answer: null },
  output: ({ context: { answer } }) => answer,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No passkey was requested yet.',
      on: { 'passkey.requested': { target: 'asserting', actions: 'setEmail' } },
    },
    asserting: {
      description: 'The browser asks the guest for one of the account’s passkeys.',
      on: {
        'passkey.requested': { target: 'asserting', reenter: true, actions: 'setEmail' },
        'passkey.left': { description: 'The guest opened another page.', target: 'waiting' },
      },
      invoke: {
        id: 'assertPasskey',
        src: 'assertPasskey',
        input: ({ context }) => ({ email: required(context.email) }),
        onDone: [
          { guard: 'isDone', target: 'responding' },
          { target: 'unused', actions: 'refuse' },
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
        onDone: { target: 'answered', actions: 'setAnswer' },
        onError: { target: 'answered' },
      },
    },
    unused: { description: 'No passkey was used.', type: 'final' },
    answered: { description: 'The identity service responded, or its response was lost.', type: 'final' },
  },
});
