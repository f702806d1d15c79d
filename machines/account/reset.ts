import { assign, fromPromise, sendParent, setup } from 'xstate';
import {
  type ActorEvents,
  eventAs,
  failureAt,
  hasFailedAt,
  isDone,
  outputAs,
  unimplemented,
} from '../shared.ts';
import type { IdentityResult, ResetCode } from './auth.types.ts';
import type { ResetContext, ResetEvent, ResetInput, ResetSubmission } from './reset.types.ts';

const actors = {
  resetPassword: fromPromise<IdentityResult, ResetSubmission>(unimplemented),
  sendResetCode: fromPromise<IdentityResult<ResetCode>, { readonly email: string }>(unimplemented),
};

/** Sets a new password with an emailed code. Sends `reset.resent` to its parent after resending the code. */
export const resetMachine = setup({
  types: {
    context: {} as ResetContext,
    events: {} as ResetEvent | ActorEvents<typeof actors>,
    input: {} as ResetInput,
    tags: {} as 'busy' | 'resending',
  },
  actors,
  guards: { isDone, hasFailedAt },
  actions: {
    setSent: assign(({ event }) => ({
      sentAt: outputAs(eventAs(event, 'xstate.done.actor.sendResetCode'), 'done').sentAt,
    })),
    fail: assign(failureAt),
    clearFailure: assign({ failure: null }),
    tellResent: sendParent({ type: 'reset.resent' }),
  },
}).createMachine({
  id: 'reset',
  description: 'Sets a new password with the code that was sent to an email.',
  context: ({ input }) => ({ email: input.email, sentAt: null, failure: null }),
  on: { 'failure.dismissed': { guard: 'hasFailedAt', actions: 'clearFailure' } },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The customer enters the code and a new password.',
      on: {
        'reset.submitted': { target: 'resetting', actions: 'clearFailure' },
        'code.requested': { target: 'resending', actions: 'clearFailure' },
      },
    },
    resetting: {
      description: 'The identity service checks the code and sets the password.',
      tags: 'busy',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context, event }) => {
          const { code, password } = eventAs(event, 'reset.submitted');
          return { email: context.email, code, password };
        },
        onDone: [
          { guard: 'isDone', target: 'done' },
          { target: 'waiting', actions: { type: 'fail', params: { step: 'confirm-reset' } } },
        ],
        onError: { target: 'waiting', actions: { type: 'fail', params: { step: 'confirm-reset' } } },
      },
    },
    resending: {
      description: 'The identity service sends another code.',
      tags: ['busy', 'resending'],
      invoke: {
        id: 'sendResetCode',
        src: 'sendResetCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          { guard: 'isDone', target: 'waiting', actions: ['setSent', 'tellResent'] },
          { target: 'waiting', actions: { type: 'fail', params: { step: 'resend-code' } } },
        ],
        onError: { target: 'waiting', actions: { type: 'fail', params: { step: 'resend-code' } } },
      },
    },
    done: { description: 'The new password is set.', type: 'final' },
  },
});
