import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import type {
  AuthStep,
  ChallengeAnswer,
  IdentityFailure,
  SignInAnswer,
  SignInChallenge,
} from './auth.types.ts';
import type { ChallengeContext, ChallengeEvent, ChallengeInput, ChallengeOutput } from './challenge.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** Thrown errors have the name `unknown`. */
const failureOf = (answer: SignInAnswer | null): IdentityFailure =>
  answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };

/** What the identity service asks for after the password, until the sign-in is proven or ends. */
export const challengeMachine = setup({
  types: {
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent,
    input: {} as ChallengeInput,
    output: {} as ChallengeOutput,
    tags: {} as 'busy',
  },
  actors: {
    holdChallenge: fromCallback<ChallengeEvent>(() => undefined),
    answerChallenge: fromPromise<SignInAnswer, ChallengeAnswer>(unimplemented),
  },
  guards: {
    isFor: ({ context }, { name }: { readonly name: SignInChallenge['name'] }) =>
      context.challenge.name === name,
    isProven: (_: unknown, { outcome }: SignInAnswer) => outcome === 'done',
    isChallenged: (_: unknown, { outcome }: SignInAnswer) => outcome === 'challenged',
    isResetRequired: (_: unknown, { outcome }: SignInAnswer) => outcome === 'reset-required',
    mustStartOver: (_: unknown, answer: SignInAnswer) =>
      ['not-authorized', 'challenge-unsupported'].includes(failureOf(answer).name),
    hasFailedAt: ({ context }, { step }: { readonly step: AuthStep }) => context.failure?.step === step,
  },
  actions: {
    setChallenge: assign((_: unknown, answer: SignInAnswer) =>
      answer.outcome === 'challenged' ? { challenge: answer.challenge } : {},
    ),
    setFailure: assign((_: unknown, answer: SignInAnswer | null) => ({
      failure: { step: 'challenge' as const, ...failureOf(answer) },
    })),
    clearFailure: assign({ failure: null }),
    pass: assign((_: unknown, answer: SignInAnswer) => ({
      result: { outcome: 'answered' as const, answer },
    })),
    end: assign((_: unknown, answer: SignInAnswer) => ({
      result: { outcome: 'ended' as const, failure: failureOf(answer) },
    })),
    cancel: assign({ result: { outcome: 'cancelled' } }),
  },
}).createMachine({
  id: 'challenge',
  description: 'The password is correct, and the identity service asks for more. A reload continues here.',
  context: ({ input }) => ({ challenge: input.challenge, failure: null, result: null }),
  output: ({ context: { result } }) => {
    if (result === null) throw new Error('A challenge ended without a result');
    return result;
  },
  invoke: { id: 'holdChallenge', src: 'holdChallenge' },
  on: {
    'challenge.cancelled': { target: '.cancelled', actions: 'cancel' },
    'failure.dismissed': {
      guard: { type: 'hasFailedAt', params: ({ event }) => event },
      actions: 'clearFailure',
    },
  },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Waits for the customer’s answer.',
      initial: 'asked',
      on: { 'challenge.answered': { target: 'responding', actions: 'clearFailure' } },
      states: {
        asked: {
          description: 'Each kind of challenge has its screen.',
          always: [
            {
              guard: { type: 'isFor', params: { name: 'SOFTWARE_TOKEN_MFA' } },
              target: 'authenticator-code',
            },
            { guard: { type: 'isFor', params: { name: 'SMS_MFA' } }, target: 'text-message-code' },
            { guard: { type: 'isFor', params: { name: 'EMAIL_OTP' } }, target: 'email-code' },
            { guard: { type: 'isFor', params: { name: 'SELECT_MFA_TYPE' } }, target: 'factor-choice' },
            { guard: { type: 'isFor', params: { name: 'MFA_SETUP' } }, target: 'authenticator-setup' },
            { target: 'new-password' },
          ],
        },
        'authenticator-code': { description: 'The code that an authenticator app shows.' },
        'text-message-code': { description: 'The code that was sent to a phone.' },
        'email-code': { description: 'The code that was sent to an email.' },
        'factor-choice': { description: 'One of several second factors.' },
        'authenticator-setup': { description: 'An authenticator app, set up and proven by its first code.' },
        'new-password': {
          description: 'A new password instead of a temporary one, and missing attributes.',
        },
      },
    },

    responding: {
      description: 'The identity service checks the answer.',
      tags: 'busy',
      invoke: {
        id: 'answerChallenge',
        src: 'answerChallenge',
        input: ({ event }) => {
          assertEvent(event, 'challenge.answered');
          return event.answer;
        },
        onDone: [
          {
            guard: { type: 'isProven', params: ({ event }) => event.output },
            target: 'proven',
            actions: { type: 'pass', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isChallenged', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'setChallenge', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isResetRequired', params: ({ event }) => event.output },
            target: 'ended',
            actions: { type: 'pass', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'mustStartOver', params: ({ event }) => event.output },
            target: 'ended',
            actions: { type: 'end', params: ({ event }) => event.output },
          },
          { target: 'waiting', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'waiting', actions: { type: 'setFailure', params: null } },
      },
    },

    proven: { description: 'The customer is signed in.', type: 'final' },
    ended: { description: 'The customer must start over, or set a new password.', type: 'final' },
    cancelled: { description: 'The customer left.', type: 'final' },
  },
});
