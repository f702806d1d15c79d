import { assign, fromPromise, setup } from 'xstate';
import type { Answer, PasskeyUse } from './auth.types.ts';
import type { PasskeyRegistrationContext, PasskeyRegistrationEvent } from './passkey-registration.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** Adds one passkey. The adapter keeps the credential, so that no context contains it. */
export const passkeyRegistrationMachine = setup({
  types: {
    context: {} as PasskeyRegistrationContext,
    events: {} as PasskeyRegistrationEvent,
    tags: {} as 'busy',
  },
  actors: {
    createPasskey: fromPromise<Answer>(unimplemented),
    savePasskey: fromPromise<Answer<PasskeyUse>>(unimplemented),
  },
  guards: {
    isDone: (_: unknown, { outcome }: Answer) => outcome === 'done',
  },
  actions: {
    setAnswer: assign((_: unknown, answer: Answer) => ({ answer })),
  },
}).createMachine({
  id: 'passkey-registration',
  description: 'Adds a passkey to a customer’s account.',
  context: { answer: null },
  initial: 'creating',
  states: {
    creating: {
      description: 'The browser asks the customer to create a passkey. Canceling ends its question.',
      tags: 'busy',
      on: { 'registration.canceled': { target: 'canceled' } },
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'saving' },
          { target: 'refused', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused' },
      },
    },
    saving: {
      description: 'The identity service registers the passkey.',
      tags: 'busy',
      invoke: {
        id: 'savePasskey',
        src: 'savePasskey',
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'added',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused' },
      },
    },
    added: { description: 'The account has one more passkey.', type: 'final' },
    refused: { description: 'No passkey was added. The answer says why.', type: 'final' },
    canceled: { description: 'The customer ended it.', type: 'final' },
  },
});
