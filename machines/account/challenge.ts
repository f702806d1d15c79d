import { assign, fromCallback, fromPromise, setup } from 'xstate';
import {
  type ActorEvents,
  eventAs,
  failureAt,
  failureOf,
  hasFailedAt,
  hasOutcome,
  isDone,
  outputAs,
  required,
  unimplemented,
} from '../shared.ts';
import type { ChallengeAnswer, SignInChallenge, SignInResult } from './auth.types.ts';
import type { ChallengeContext, ChallengeEvent, ChallengeInput, ChallengeOutput } from './challenge.types.ts';

const actors = {
  forgetChallengeOnExit: fromCallback<ChallengeEvent>(unimplemented),
  answerChallenge: fromPromise<SignInResult, ChallengeAnswer>(unimplemented),
};

/** Handles what the identity service asks for after the password, such as a code or a new password. */
export const challengeMachine = setup({
  types: {
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent | ActorEvents<typeof actors>,
    input: {} as ChallengeInput,
    output: {} as ChallengeOutput,
    tags: {} as 'busy',
  },
  actors,
  guards: {
    isFor: ({ context }, { name }: { readonly name: SignInChallenge['name'] }) =>
      context.challenge.name === name,
    isDone,
    isChallenged: hasOutcome('challenged'),
    isResetRequired: hasOutcome('reset-required'),
    mustStartOver: ({ event }) => ['not-authorized', 'challenge-unsupported'].includes(failureOf(event).name),
    hasFailedAt,
  },
  actions: {
    setChallenge: assign(({ event }) => ({ challenge: outputAs(event, 'challenged').challenge })),
    fail: assign(failureAt),
    clearFailure: assign({ failure: null }),
    returnAnswer: assign(({ event }) => ({
      result: eventAs(event, 'xstate.done.actor.answerChallenge').output,
    })),
    end: assign(({ event }) => ({ result: { outcome: 'ended' as const, failure: failureOf(event) } })),
    cancel: assign({ result: { outcome: 'canceled' } }),
  },
}).createMachine({
  id: 'challenge',
  description: 'Handles the steps that sign-in requires after the password. Survives a reload.',
  context: ({ input }) => ({ challenge: input.challenge, failure: null, result: null }),
  output: ({ context }) => required(context.result),
  invoke: { id: 'forgetChallengeOnExit', src: 'forgetChallengeOnExit' },
  on: {
    'challenge.canceled': { target: '.canceled', actions: 'cancel' },
    'failure.dismissed': { guard: 'hasFailedAt', actions: 'clearFailure' },
  },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Waits for the customer’s answer.',
      initial: 'asked',
      on: { 'challenge.answered': { target: 'responding', actions: 'clearFailure' } },
      states: {
        asked: {
          description: 'Chooses the screen for the challenge.',
          always: [
            {
              guard: { type: 'isFor', params: { name: 'authenticator-code' } },
              target: 'authenticator-code',
            },
            { guard: { type: 'isFor', params: { name: 'text-message-code' } }, target: 'text-message-code' },
            { guard: { type: 'isFor', params: { name: 'email-code' } }, target: 'email-code' },
            { guard: { type: 'isFor', params: { name: 'factor-choice' } }, target: 'factor-choice' },
            {
              guard: { type: 'isFor', params: { name: 'authenticator-setup' } },
              target: 'authenticator-setup',
            },
            { target: 'new-password' },
          ],
        },
        'authenticator-code': { description: 'The customer enters the code from an authenticator app.' },
        'text-message-code': { description: 'The customer enters the code from a text message.' },
        'email-code': { description: 'The customer enters the code from an email.' },
        'factor-choice': { description: 'The customer chooses a second factor.' },
        'authenticator-setup': { description: 'The customer sets up an authenticator app.' },
        'new-password': {
          description: 'The customer replaces a temporary password and adds missing attributes.',
        },
      },
    },

    responding: {
      description: 'The identity service checks the answer.',
      tags: 'busy',
      invoke: {
        id: 'answerChallenge',
        src: 'answerChallenge',
        input: ({ event }) => eventAs(event, 'challenge.answered').answer,
        onDone: [
          { guard: 'isDone', target: 'proven', actions: 'returnAnswer' },
          { guard: 'isChallenged', target: 'waiting', actions: 'setChallenge' },
          { guard: 'isResetRequired', target: 'ended', actions: 'returnAnswer' },
          { guard: 'mustStartOver', target: 'ended', actions: 'end' },
          { target: 'waiting', actions: { type: 'fail', params: { step: 'challenge' } } },
        ],
        onError: { target: 'waiting', actions: { type: 'fail', params: { step: 'challenge' } } },
      },
    },

    proven: { description: 'The customer is signed in.', type: 'final' },
    ended: { description: 'The customer must start over, or set a new password.', type: 'final' },
    canceled: { description: 'The customer canceled the challenge.', type: 'final' },
  },
});
