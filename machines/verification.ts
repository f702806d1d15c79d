import { assertEvent, assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import type { Answer, AuthStep, IdentityFailure, SignInAnswer } from './auth.types.ts';
import type {
  VerificationContext,
  VerificationEvent,
  VerificationInput,
  VerificationOutput,
} from './verification.types.ts';

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** Thrown errors have the name `unknown`. */
const failureOf = (answer: Answer | SignInAnswer | null): IdentityFailure =>
  answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };

/** Verifies one email, by its code or by its link. Tells its parent about codes: `code.sent`, `code.unsent`. */
export const verificationMachine = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
    output: {} as VerificationOutput,
    tags: {} as 'busy' | 'resending',
  },
  actors: {
    confirmEmail: fromPromise<Answer, { readonly email: string; readonly code: string }>(unimplemented),
    sendVerificationCode: fromPromise<Answer, { readonly email: string }>(unimplemented),
    holdCredentials: fromCallback<VerificationEvent>(() => undefined),
    repeatSignIn: fromPromise<SignInAnswer>(unimplemented),
  },
  delays: {
    /** The pause between sign-in attempts while the email's link is unopened. */
    linkPollInterval: 5_000,
    /** How long these attempts continue. */
    linkPollLimit: 180_000,
  },
  guards: {
    isByLink: ({ context }) => context.by === 'link',
    isByLinkUnsent: ({ context }) => context.by === 'link' && context.resends,
    resends: ({ context }) => context.resends,
    isDone: (_: unknown, { outcome }: Answer) => outcome === 'done',
    isAlreadyConfirmed: (_: unknown, answer: Answer) => failureOf(answer).name === 'already-confirmed',
    isLinkOpened: (_: unknown, { outcome }: SignInAnswer) =>
      outcome === 'done' || outcome === 'challenged' || outcome === 'reset-required',
    isWorthAnotherTry: (_: unknown, answer: SignInAnswer) =>
      answer.outcome === 'unconfirmed' ||
      ['unavailable', 'limit-exceeded', 'throttled'].includes(failureOf(answer).name),
    hasFailedAt: ({ context }, { step }: { readonly step: AuthStep }) => context.failure?.step === step,
  },
  actions: {
    setConfirmFailure: assign((_: unknown, answer: Answer | null) => ({
      failure: { step: 'verify-email' as const, ...failureOf(answer) },
    })),
    setResendFailure: assign((_: unknown, answer: Answer | null) => ({
      failure: { step: 'resend-code' as const, ...failureOf(answer) },
    })),
    clearFailure: assign({ failure: null }),
    tellSent: sendParent({ type: 'code.sent' }),
    tellUnsent: sendParent({ type: 'code.unsent' }),
    confirm: assign({ result: { outcome: 'confirmed' } }),
    confirmEarlier: assign({ result: { outcome: 'already-confirmed' } }),
    pass: assign((_: unknown, answer: SignInAnswer) => ({
      result: { outcome: 'answered' as const, answer },
    })),
    giveUp: assign({ result: { outcome: 'unconfirmed' } }),
  },
}).createMachine({
  id: 'verification',
  description: 'Verifies an email by the code or the link that was sent to it.',
  context: ({ input }) => ({ ...input, failure: null, result: null }),
  output: ({ context: { result } }) => {
    if (result === null) throw new Error('A verification ended without a result');
    return result;
  },
  on: {
    'failure.dismissed': {
      guard: { type: 'hasFailedAt', params: ({ event }) => event },
      actions: 'clearFailure',
    },
  },
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
            input: ({ context, event }) => {
              assertEvent(event, 'code.submitted');
              return { email: context.email, code: event.code };
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#verification.verified',
                actions: 'confirm',
              },
              {
                guard: { type: 'isAlreadyConfirmed', params: ({ event }) => event.output },
                target: '#verification.verified',
                actions: 'confirmEarlier',
              },
              {
                target: 'waiting',
                actions: { type: 'setConfirmFailure', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'waiting', actions: { type: 'setConfirmFailure', params: null } },
          },
        },
        resending: {
          description: 'The identity service sends another code.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'resendCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: context.email }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'waiting',
                actions: 'tellSent',
              },
              {
                guard: { type: 'isAlreadyConfirmed', params: ({ event }) => event.output },
                target: '#verification.verified',
                actions: 'confirmEarlier',
              },
              {
                target: 'waiting',
                actions: [{ type: 'setResendFailure', params: ({ event }) => event.output }, 'tellUnsent'],
              },
            ],
            onError: {
              target: 'waiting',
              actions: [{ type: 'setResendFailure', params: null }, 'tellUnsent'],
            },
          },
        },
      },
    },

    'by-link': {
      description:
        'Tries to sign in until the customer has opened the link. Keeps the credentials that long.',
      type: 'parallel',
      invoke: { id: 'holdCredentials', src: 'holdCredentials' },
      after: { linkPollLimit: { target: 'unconfirmed', actions: 'giveUp' } },
      states: {
        poll: {
          description: 'The sign-in, tried again and again.',
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
                  {
                    guard: { type: 'isLinkOpened', params: ({ event }) => event.output },
                    target: '#verification.verified',
                    actions: { type: 'pass', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isWorthAnotherTry', params: ({ event }) => event.output },
                    target: 'pausing',
                  },
                  { target: '#verification.unconfirmed', actions: 'giveUp' },
                ],
                onError: { target: '#verification.unconfirmed', actions: 'giveUp' },
              },
            },
          },
        },
        mail: {
          description: 'The email with the link.',
          initial: 'sent',
          states: {
            sent: {
              description: 'The customer can request another one.',
              on: { 'code.requested': { target: 'resending', actions: 'clearFailure' } },
            },
            resending: {
              description: 'The identity service sends another link.',
              tags: 'resending',
              invoke: {
                id: 'resendLink',
                src: 'sendVerificationCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: [
                  {
                    guard: { type: 'isDone', params: ({ event }) => event.output },
                    target: 'sent',
                    actions: 'tellSent',
                  },
                  {
                    description: 'The customer has opened the link. The next try signs in.',
                    guard: { type: 'isAlreadyConfirmed', params: ({ event }) => event.output },
                    target: 'sent',
                  },
                  {
                    target: 'sent',
                    actions: [
                      { type: 'setResendFailure', params: ({ event }) => event.output },
                      'tellUnsent',
                    ],
                  },
                ],
                onError: {
                  target: 'sent',
                  actions: [{ type: 'setResendFailure', params: null }, 'tellUnsent'],
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
