import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
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
import type { IdentityResult, PendingVerification, SentCode, SignInResult } from './auth.types.ts';
import type { VerificationContext, VerificationEvent, VerificationOutput } from './verification.types.ts';

const actors = {
  confirmEmail: fromPromise<IdentityResult, { readonly email: string; readonly code: string }>(unimplemented),
  sendVerificationCode: fromPromise<IdentityResult<SentCode>, { readonly email: string }>(unimplemented),
  forgetCredentialsOnExit: fromCallback<VerificationEvent>(unimplemented),
  repeatSignIn: fromPromise<SignInResult>(unimplemented),
};

const isUnconfirmed = hasOutcome('unconfirmed');

/** Verifies an email by code or link. Sends its parent `code.sent` or `code.unsent` after each resend. */
export const verificationMachine = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent | ActorEvents<typeof actors>,
    input: {} as PendingVerification,
    output: {} as VerificationOutput,
    tags: {} as 'busy' | 'resending',
  },
  actors,
  delays: {
    /** Pause between sign-in attempts while the customer hasn't opened the link, in ms. */
    linkPollInterval: 5_000,
    /** How long to keep trying to sign in, in ms. */
    linkPollLimit: 180_000,
  },
  guards: {
    isByLink: ({ context }) => context.by === 'link',
    isByLinkUnsent: ({ context }) => context.by === 'link' && context.resends,
    resends: ({ context }) => context.resends,
    isDone,
    isAlreadyConfirmed: ({ event }) => failureOf(event).name === 'already-confirmed',
    isLinkOpened: hasOutcome('done', 'challenged', 'reset-required'),
    isWorthAnotherTry: ({ event }) =>
      isUnconfirmed({ event }) ||
      ['unavailable', 'limit-exceeded', 'throttled'].includes(failureOf(event).name),
    hasFailedAt,
  },
  actions: {
    setSent: assign(({ event }) => ({
      sentAt: outputAs(eventAs(event, 'xstate.done.actor.sendVerificationCode'), 'done').sentAt,
    })),
    fail: assign(failureAt),
    clearFailure: assign({ failure: null }),
    tellSent: sendParent({ type: 'code.sent' }),
    tellUnsent: sendParent({ type: 'code.unsent' }),
    confirm: assign({ result: { outcome: 'confirmed' } }),
    confirmEarlier: assign({ result: { outcome: 'already-confirmed' } }),
    returnAnswer: assign(({ event }) => ({
      result: eventAs(event, 'xstate.done.actor.repeatSignIn').output,
    })),
    giveUp: assign({ result: { outcome: 'given-up' } }),
  },
}).createMachine({
  id: 'verification',
  description: 'Verifies an email by the code or the link that was sent to it.',
  context: ({ input }) => ({ ...input, sentAt: null, failure: null, result: null }),
  output: ({ context }) => required(context.result),
  on: { 'failure.dismissed': { guard: 'hasFailedAt', actions: 'clearFailure' } },
  initial: 'starting',
  states: {
    starting: {
      description: 'A sign-in with an unverified email sends another code or link first.',
      always: [
        { guard: 'isByLinkUnsent', target: 'by-link.mail.resending' },
        { guard: 'isByLink', target: 'by-link' },
        { guard: 'resends', target: 'by-code.resending' },
        { target: 'by-code' },
      ],
    },

    'by-code': {
      description: 'The customer enters the code.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Waits for the code.',
          on: {
            'code.submitted': { target: 'confirming', actions: 'clearFailure' },
            'code.requested': { target: 'resending', actions: 'clearFailure' },
          },
        },
        confirming: {
          description: 'The identity service checks the code.',
          tags: 'busy',
          invoke: {
            id: 'confirmEmail',
            src: 'confirmEmail',
            input: ({ context, event }) => ({
              email: context.email,
              code: eventAs(event, 'code.submitted').code,
            }),
            onDone: [
              { guard: 'isDone', target: '#verification.verified', actions: 'confirm' },
              { guard: 'isAlreadyConfirmed', target: '#verification.verified', actions: 'confirmEarlier' },
              { target: 'waiting', actions: { type: 'fail', params: { step: 'verify-email' } } },
            ],
            onError: { target: 'waiting', actions: { type: 'fail', params: { step: 'verify-email' } } },
          },
        },
        resending: {
          description: 'The identity service sends another code.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'sendVerificationCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: context.email }),
            onDone: [
              { guard: 'isDone', target: 'waiting', actions: ['setSent', 'tellSent'] },
              { guard: 'isAlreadyConfirmed', target: '#verification.verified', actions: 'confirmEarlier' },
              {
                target: 'waiting',
                actions: [{ type: 'fail', params: { step: 'resend-code' } }, 'tellUnsent'],
              },
            ],
            onError: {
              target: 'waiting',
              actions: [{ type: 'fail', params: { step: 'resend-code' } }, 'tellUnsent'],
            },
          },
        },
      },
    },

    'by-link': {
      description: 'Keeps the credentials and tries to sign in until the customer opens the link.',
      type: 'parallel',
      invoke: { id: 'forgetCredentialsOnExit', src: 'forgetCredentialsOnExit' },
      after: { linkPollLimit: { target: 'unconfirmed', actions: 'giveUp' } },
      states: {
        poll: {
          description: 'Retries the sign-in at intervals.',
          initial: 'pausing',
          states: {
            pausing: {
              description: 'Gives the customer time to open the link.',
              after: { linkPollInterval: { target: 'trying' } },
            },
            trying: {
              description: 'Tries to sign in.',
              invoke: {
                id: 'repeatSignIn',
                src: 'repeatSignIn',
                onDone: [
                  { guard: 'isLinkOpened', target: '#verification.verified', actions: 'returnAnswer' },
                  { guard: 'isWorthAnotherTry', target: 'pausing' },
                  { target: '#verification.unconfirmed', actions: 'giveUp' },
                ],
                onError: { target: '#verification.unconfirmed', actions: 'giveUp' },
              },
            },
          },
        },
        mail: {
          description: 'Resends the email with the link on request.',
          initial: 'sent',
          states: {
            sent: {
              description: 'The customer can request another link.',
              on: { 'code.requested': { target: 'resending', actions: 'clearFailure' } },
            },
            resending: {
              description: 'The identity service sends another link.',
              tags: 'resending',
              invoke: {
                id: 'sendVerificationCode',
                src: 'sendVerificationCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: [
                  { guard: 'isDone', target: 'sent', actions: ['setSent', 'tellSent'] },
                  {
                    description: 'The customer has opened the link, so the next attempt signs in.',
                    guard: 'isAlreadyConfirmed',
                    target: 'sent',
                  },
                  {
                    target: 'sent',
                    actions: [{ type: 'fail', params: { step: 'resend-code' } }, 'tellUnsent'],
                  },
                ],
                onError: {
                  target: 'sent',
                  actions: [{ type: 'fail', params: { step: 'resend-code' } }, 'tellUnsent'],
                },
              },
            },
          },
        },
      },
    },

    verified: { description: 'The email is verified.', type: 'final' },
    unconfirmed: { description: 'The link was not opened in time.', type: 'final' },
  },
});
