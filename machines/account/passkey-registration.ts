import { assign, fromPromise, setup } from 'xstate';
import { type ActorEvents, eventAs, isDone, unimplemented } from '../shared.ts';
import type { IdentityResult } from './auth.types.ts';
import type {
  PasskeyRegistrationContext,
  PasskeyRegistrationEvent,
  PasskeyUse,
} from './passkey-registration.types.ts';

const actors = {
  createPasskey: fromPromise<IdentityResult>(unimplemented),
  savePasskey: fromPromise<IdentityResult<PasskeyUse>>(unimplemented),
};

/** Adds one passkey. The adapter stores the credential, so that it never appears in the context. */
export const passkeyRegistrationMachine = setup({
  types: {
    context: {} as PasskeyRegistrationContext,
    events: {} as PasskeyRegistrationEvent | ActorEvents<typeof actors>,
    tags: {} as 'busy',
  },
  actors,
  guards: { isDone },
  actions: {
    setAnswer: assign(({ event }) => ({
      answer: eventAs(event, ['xstate.done.actor.createPasskey', 'xstate.done.actor.savePasskey']).output,
    })),
  },
}).createMachine({
  id: 'passkey-registration',
  description: 'Adds a passkey to a customer’s account.',
  context: { answer: null },
  initial: 'creating',
  states: {
    creating: {
      description: 'The browser asks the customer to create a passkey. Canceling closes its prompt.',
      tags: 'busy',
      on: { 'registration.canceled': { target: 'canceled' } },
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        onDone: [
          { guard: 'isDone', target: 'saving' },
          { target: 'refused', actions: 'setAnswer' },
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
          { guard: 'isDone', target: 'added', actions: 'setAnswer' },
          { target: 'refused', actions: 'setAnswer' },
        ],
        onError: { target: 'refused' },
      },
    },
    added: { description: 'The account has the new passkey.', type: 'final' },
    refused: { description: 'No passkey was added. The result says why.', type: 'final' },
    canceled: { description: 'The customer canceled the registration.', type: 'final' },
  },
});
