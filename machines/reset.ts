import { assertEvent, assign, fromPromise, sendParent, setup } from 'xstate';
import type { Answer, AuthStep, IdentityFailure } from './auth.types.ts';
import type { ResetContext, ResetEvent, ResetInput } from './reset.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** Thrown errors, which are null, have the name `unknown`. */
const failureOf = (answer: Answer | null): IdentityFailure =>
  answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };

/** Sets a new password with the code that was sent. Tells its parent about another code: `code.sent`. */
export const resetMachine = setup({
  types: {
    context: {} as ResetContext,
    events: {} as ResetEvent,
    input: {} as ResetInput,
    tags: {} as 'busy' | 'resending',
  },
  actors: {
    resetPassword: fromPromise<
      Answer,
      { readonly email: string; readonly code: string; readonly password: string }
    >(unimplemented),
    sendResetCode: fromPromise<Answer<{ readonly email: string }>, { readonly email: string }>(unimplemented),
  },
  guards: {
    isDone: (_: unknown, { outcome }: Answer) => outcome === 'done',
    hasFailedAt: ({ context }, { step }: { readonly step: AuthStep }) => context.failure?.step === step,
  },
  actions: {
    setResetFailure: assign((_: unknown, answer: Answer | null) => ({
      failure: { step: 'confirm-reset' as const, ...failureOf(answer) },
    })),
    setResendFailure: assign((_: unknown, answer: Answer | null) => ({
      failure: { step: 'resend-code' as const, ...failureOf(answer) },
    })),
    clearFailure: assign({ failure: null }),
    tellSent: sendParent({ type: 'code.sent' }),
  },
}).createMachine({
  id: 'reset',
  description: 'Sets a new password with the code that was sent to an email.',
  context: ({ input }) => ({ email: input.email, failure: null }),
  on: {
    'failure.dismissed': {
      guard: { type: 'hasFailedAt', params: ({ event }) => event },
      actions: 'clearFailure',
    },
  },
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
          assertEvent(event, 'reset.submitted');
          return { email: context.email, code: event.code, password: event.password };
        },
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'done' },
          { target: 'waiting', actions: { type: 'setResetFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'waiting', actions: { type: 'setResetFailure', params: null } },
      },
    },
    resending: {
      description: 'The identity service sends another code.',
      tags: ['busy', 'resending'],
      invoke: {
        id: 'resendResetCode',
        src: 'sendResetCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'waiting',
            actions: 'tellSent',
          },
          { target: 'waiting', actions: { type: 'setResendFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'waiting', actions: { type: 'setResendFailure', params: null } },
      },
    },
    done: { description: 'The new password is set.', type: 'final' },
  },
});
