import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type {
  Answer,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthStep,
  Credentials,
  Device,
  Registration,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
  User,
} from './auth.types.ts';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** A visitor's account: from an unknown guest through a verified email or a reset password to a session, and out again. */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as AuthEmitted,
    tags: {} as 'authenticated' | 'busy' | 'resending',
  },
  actors: {
    restoreSession: fromPromise<Restoration>(unbound),
    watchSession: fromCallback<AuthEvent>(() => undefined),
    openHostedSignIn: fromPromise<void>(unbound),
    completeHostedSignIn: fromPromise<Answer<{ readonly user: User }>>(unbound),
    openHostedSignOut: fromPromise<void>(unbound),
    signUp: fromPromise<SignUpAnswer, Registration>(unbound),
    signIn: fromPromise<SignInAnswer, Credentials>(unbound),
    holdCredentials: fromCallback<AuthEvent>(() => undefined),
    repeatSignIn: fromPromise<SignInAnswer>(unbound),
    registerCustomer: fromPromise<void, { readonly user: User }>(unbound),
    signOut: fromPromise<Answer<SessionEnd>>(unbound),
    forgetSession: fromPromise<SessionEnd>(unbound),
    confirmEmail: fromPromise<Answer, { readonly email: string; readonly code: string }>(unbound),
    sendVerificationCode: fromPromise<Answer, { readonly email: string }>(unbound),
    sendResetCode: fromPromise<Answer<{ readonly email: string }>, { readonly email: string }>(unbound),
    resetPassword: fromPromise<
      Answer,
      { readonly email: string; readonly code: string; readonly password: string }
    >(unbound),
    listDevices: fromPromise<Answer<{ readonly devices: readonly Device[] }>>(unbound),
    forgetDevice: fromPromise<Answer<{ readonly id: string }>, { readonly id: string }>(unbound),
  },
  delays: {
    /** How long the start waits for a hosted sign-in to be completed. */
    hostedSignInLimit: 10_000,
    /** How long the page may still be here after it was sent to the hosted sign-in pages. */
    hostedDepartureLimit: 10_000,
    /** The same for the pages that end their session. */
    hostedSignOutLimit: 3_000,
    /** Between two tries to sign in while the link in the mail is not opened. */
    linkPollInterval: 5_000,
    /** How long it is tried. */
    linkPollLimit: 180_000,
    /** How long a sign-in waits for the customer record before it goes on without it. */
    registrationLimit: 3_000,
  },
  guards: {
    isDone: (_, answer: { readonly outcome: string }) => answer.outcome === 'done',
    isUnconfirmed: (_, answer: SignInAnswer) => answer.outcome === 'unconfirmed',
    isDoneByLink: (_, answer: SignUpAnswer) => answer.outcome === 'done' && answer.verification === 'link',
    isUnconfirmedByLink: (_, answer: SignInAnswer) =>
      answer.outcome === 'unconfirmed' && answer.verification === 'link',
    isWorthAnotherTry: (_, answer: SignInAnswer) =>
      answer.outcome === 'unconfirmed' ||
      (answer.outcome === 'refused' &&
        (answer.failure.name === 'unavailable' || answer.failure.name === 'limit-exceeded')),
    isHosted: (_, { hosted }: SessionEnd) => hosted,
    isDoneAndHosted: (_, answer: Answer<SessionEnd>) => answer.outcome === 'done' && answer.hosted,
    returnsFromHostedUi: (_, restoration: Restoration) => restoration.returnsFromHostedUi,
    wasInterrupted: (_, restoration: Restoration) =>
      restoration.user === null && restoration.interruptedLink !== null,
    hasUser: ({ context }) => context.user !== null,
    awaitsVerification: ({ context }) => context.pendingVerification !== null,
    awaitsReset: ({ context }) => context.pendingReset !== null,
    signOutFailedBefore: ({ context }) => context.failure?.step === 'sign-out',
  },
  actions: {
    restore: assign((_, { user, pendingVerification, pendingReset }: Restoration) => ({
      user,
      pendingVerification,
      pendingReset,
    })),
    admit: assign((_, { user }: { readonly user: User }) => ({ user })),
    admitAnswered: assign((_, answer: SignInAnswer) =>
      answer.outcome === 'done' ? { user: answer.user } : {},
    ),
    expectVerification: assign((_, { email }: { readonly email: string }) => ({
      pendingVerification: email,
    })),
    expectVerificationAnswered: assign((_, answer: SignInAnswer | SignUpAnswer) =>
      'email' in answer ? { pendingVerification: answer.email } : {},
    ),
    expectReset: assign((_, { email }: { readonly email: string }) => ({ pendingReset: email })),
    expectResetAnswered: assign((_, answer: Answer<{ readonly email: string }>) =>
      answer.outcome === 'done' ? { pendingReset: answer.email } : {},
    ),
    endVerification: assign({ pendingVerification: null }),
    endReset: assign({ pendingReset: null }),
    forgetUser: assign({ user: null, pendingVerification: null, devices: [], failure: null }),
    dropUser: assign({ user: null }),
    keepDevices: assign((_, answer: Answer<{ readonly devices: readonly Device[] }>) =>
      answer.outcome === 'done' ? { devices: answer.devices } : {},
    ),
    dropDevice: assign(({ context: { devices } }, answer: Answer<{ readonly id: string }>) =>
      answer.outcome === 'done' ? { devices: devices.filter(({ id }) => id !== answer.id) } : {},
    ),
    dropDevices: assign({ devices: [] }),
    clearFailure: assign({ failure: null }),
    clearFailureOf: assign(({ context: { failure } }, { step }: { readonly step: AuthStep }) =>
      failure?.step === step ? { failure: null } : {},
    ),
    keepRefusal: assign(
      (_, { step, answer }: { readonly step: AuthStep; readonly answer: SignInAnswer | Answer }) =>
        answer.outcome === 'refused' ? { failure: { step, ...answer.failure } } : {},
    ),
    keepUnexpected: assign((_, { step }: { readonly step: AuthStep }) => ({
      failure: { step, name: 'unknown' as const, message: '' },
    })),
    announceAccount: emit(({ context }) => ({
      type: 'account.created' as const,
      email: context.pendingVerification ?? '',
    })),
    announceVerificationRequired: emit(({ context }) => ({
      type: 'verification.required' as const,
      email: context.pendingVerification ?? '',
    })),
    announceLinkConfirmed: emit({ type: 'link.confirmed' }),
    announceLinkUnconfirmed: emit(({ context }) => ({
      type: 'link.unconfirmed' as const,
      email: context.pendingVerification ?? '',
    })),
    announceLinkInterrupted: emit((_, { interruptedLink }: Restoration) => ({
      type: 'link.unconfirmed' as const,
      email: interruptedLink ?? '',
    })),
    announceVerified: emit(({ context }) => ({
      type: 'email.verified' as const,
      email: context.pendingVerification ?? '',
    })),
    announceCodeSent: emit({ type: 'code.sent' }),
    announceCodeUnsent: emit({ type: 'code.unsent' }),
    announceResetSent: emit(({ context }) => ({
      type: 'reset.sent' as const,
      email: context.pendingReset ?? '',
    })),
    announcePasswordReset: emit(({ context }) => ({
      type: 'password.reset' as const,
      email: context.pendingReset ?? '',
    })),
    announceSignedIn: emit({ type: 'signed-in' }),
    announceSessionReplaced: emit({ type: 'session.replaced' }),
    announceSignedOut: emit({ type: 'signed-out' }),
    announceSignOutFailed: emit({ type: 'sign-out.failed' }),
    announceHostedSignOut: emit({ type: 'hosted-sign-out.begun' }),
    announceHostedSignOutFailed: emit({ type: 'hosted-sign-out.failed' }),
    announceSessionLost: emit({ type: 'session.lost' }),
    announceSessionUnreachable: emit({ type: 'session.unreachable' }),
    announceCustomerUnregistered: emit((_, { error }: { readonly error: unknown }) => ({
      type: 'customer.unregistered' as const,
      error,
    })),
  },
}).createMachine({
  id: 'auth',
  description: 'The lifecycle of an account in one browser tab.',
  context: { user: null, pendingVerification: null, pendingReset: null, devices: [], failure: null },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'loading',
  on: {
    'session.replaced': {
      description: 'Another tab signed in, perhaps as somebody else.',
      target: '.signed-in',
      actions: [{ type: 'admit', params: ({ event }) => event }, 'clearFailure', 'announceSessionReplaced'],
    },
  },
  states: {
    loading: {
      description: 'Nobody knows yet whether there is a session.',
      initial: 'restoring',
      on: {
        'session.ended': {
          description: 'The session that was found turned out to be revoked.',
          actions: 'dropUser',
        },
      },
      states: {
        restoring: {
          description: 'Looks for a session and for emails that still wait for a code.',
          invoke: {
            id: 'restoreSession',
            src: 'restoreSession',
            onDone: [
              {
                guard: { type: 'returnsFromHostedUi', params: ({ event }) => event.output },
                target: 'completing-hosted-sign-in',
                actions: { type: 'restore', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'wasInterrupted', params: ({ event }) => event.output },
                target: 'restored',
                actions: [
                  { type: 'restore', params: ({ event }) => event.output },
                  { type: 'announceLinkInterrupted', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'restored',
                actions: { type: 'restore', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'restored' },
          },
        },
        'completing-hosted-sign-in': {
          description:
            'The code that the hosted sign-in pages sent is exchanged for a session. At its limit the start goes on with what was restored; the exchange is given up then, and what it still answers changes nothing.',
          invoke: {
            id: 'completeHostedSignIn',
            src: 'completeHostedSignIn',
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-in.registering',
                actions: { type: 'admitAnswered', params: ({ event }) => event.output },
              },
              {
                target: 'restored',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'hosted-sign-in', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'restored',
              actions: { type: 'keepUnexpected', params: { step: 'hosted-sign-in' } },
            },
          },
          after: { hostedSignInLimit: { target: 'restored' } },
        },
        restored: {
          description: 'What was found says where to go on.',
          always: [
            { guard: 'hasUser', target: '#auth.signed-in' },
            { guard: 'awaitsVerification', target: '#auth.pending-verification' },
            { guard: 'awaitsReset', target: '#auth.pending-reset' },
            { target: '#auth.signed-out' },
          ],
        },
      },
    },

    'signed-out': {
      description: 'A guest. May sign up, sign in, or ask for a reset code.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is under way.',
          on: {
            'sign-up.submitted': { target: 'signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: 'signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': { target: 'opening-hosted-sign-in', actions: 'clearFailure' },
            'reset.requested': { target: 'requesting-reset', actions: 'clearFailure' },
            'verification.opened': {
              target: '#auth.pending-verification',
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'expectReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'failure.dismissed': { actions: { type: 'clearFailureOf', params: ({ event }) => event } },
          },
        },
        'signing-up': {
          description: 'The registration is with the identity service.',
          tags: 'busy',
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => {
              assertEvent(event, 'sign-up.submitted');
              return event.registration;
            },
            onDone: [
              {
                guard: { type: 'isDoneByLink', params: ({ event }) => event.output },
                target: '#auth.pending-verification.awaiting-link',
                actions: [
                  { type: 'expectVerificationAnswered', params: ({ event }) => event.output },
                  'announceAccount',
                ],
              },
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.pending-verification',
                actions: [
                  { type: 'expectVerificationAnswered', params: ({ event }) => event.output },
                  'announceAccount',
                ],
              },
              {
                target: 'idle',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'sign-up', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'keepUnexpected', params: { step: 'sign-up' } },
            },
          },
        },
        'signing-in': {
          description: 'Email and password are being proven to the identity service.',
          tags: 'busy',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'sign-in.submitted');
              return event.credentials;
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-in.registering',
                actions: { type: 'admitAnswered', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isUnconfirmedByLink', params: ({ event }) => event.output },
                target: '#auth.pending-verification.awaiting-link',
                actions: [
                  { type: 'expectVerificationAnswered', params: ({ event }) => event.output },
                  'announceVerificationRequired',
                ],
              },
              {
                guard: { type: 'isUnconfirmed', params: ({ event }) => event.output },
                target: '#auth.pending-verification',
                actions: [
                  { type: 'expectVerificationAnswered', params: ({ event }) => event.output },
                  'announceVerificationRequired',
                ],
              },
              {
                target: 'idle',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'sign-in', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'keepUnexpected', params: { step: 'sign-in' } },
            },
          },
        },
        'requesting-reset': {
          description: 'A reset code is being asked for.',
          tags: 'busy',
          invoke: {
            id: 'requestReset',
            src: 'sendResetCode',
            input: ({ event }) => {
              assertEvent(event, 'reset.requested');
              return { email: event.email };
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.pending-reset',
                actions: [
                  { type: 'expectResetAnswered', params: ({ event }) => event.output },
                  'announceResetSent',
                ],
              },
              {
                target: 'idle',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'request-reset', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'keepUnexpected', params: { step: 'request-reset' } },
            },
          },
        },
        'opening-hosted-sign-in': {
          description:
            'The browser leaves for the hosted sign-in pages. Coming back with Back ends the state.',
          tags: 'busy',
          invoke: {
            id: 'openHostedSignIn',
            src: 'openHostedSignIn',
            onDone: { target: 'idle' },
            onError: {
              target: 'idle',
              actions: { type: 'keepUnexpected', params: { step: 'hosted-sign-in' } },
            },
          },
          after: {
            hostedDepartureLimit: {
              target: 'idle',
              actions: { type: 'keepUnexpected', params: { step: 'hosted-sign-in' } },
            },
          },
        },
        'opening-hosted-sign-out': {
          description:
            'The session is over here; the browser leaves for the hosted pages, which end their own and send it back.',
          tags: 'busy',
          invoke: {
            id: 'openHostedSignOut',
            src: 'openHostedSignOut',
            onDone: { target: 'idle' },
            onError: { target: 'idle', actions: 'announceHostedSignOutFailed' },
          },
          after: { hostedSignOutLimit: { target: 'idle', actions: 'announceHostedSignOutFailed' } },
        },
      },
    },

    'pending-verification': {
      description: 'An email waits to be verified, by its code or by its link.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'The code is to be entered; a guest may also do something else instead.',
          on: {
            'code.submitted': { target: 'confirming', actions: 'clearFailure' },
            'code.requested': { target: 'resending', actions: 'clearFailure' },
            'verification.opened': {
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'expectReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'sign-up.submitted': { target: '#auth.signed-out.signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: '#auth.signed-out.signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': {
              target: '#auth.signed-out.opening-hosted-sign-in',
              actions: 'clearFailure',
            },
            'reset.requested': { target: '#auth.signed-out.requesting-reset', actions: 'clearFailure' },
            'failure.dismissed': { actions: { type: 'clearFailureOf', params: ({ event }) => event } },
          },
        },
        confirming: {
          description: 'The code is being checked.',
          tags: 'busy',
          invoke: {
            id: 'confirmEmail',
            src: 'confirmEmail',
            input: ({ context, event }) => {
              assertEvent(event, 'code.submitted');
              return { email: context.pendingVerification ?? '', code: event.code };
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-out',
                actions: ['announceVerified', 'endVerification'],
              },
              {
                target: 'waiting',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'verify-email', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'waiting',
              actions: { type: 'keepUnexpected', params: { step: 'verify-email' } },
            },
          },
        },
        resending: {
          description: 'Another code is being sent.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'resendVerificationCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: context.pendingVerification ?? '' }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'waiting',
                actions: 'announceCodeSent',
              },
              {
                target: 'waiting',
                actions: [
                  {
                    type: 'keepRefusal',
                    params: ({ event }) => ({ step: 'resend-code', answer: event.output }),
                  },
                  'announceCodeUnsent',
                ],
              },
            ],
            onError: {
              target: 'waiting',
              actions: [{ type: 'keepUnexpected', params: { step: 'resend-code' } }, 'announceCodeUnsent'],
            },
          },
        },
        'awaiting-link': {
          description:
            'A link was sent. Until it is opened the sign-in is tried again and again, with credentials that are held no longer than this state lasts.',
          type: 'parallel',
          invoke: { id: 'holdCredentials', src: 'holdCredentials' },
          after: {
            linkPollLimit: {
              target: '#auth.signed-out',
              actions: ['announceLinkUnconfirmed', 'endVerification'],
            },
          },
          on: {
            'sign-up.submitted': { target: '#auth.signed-out.signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: '#auth.signed-out.signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': {
              target: '#auth.signed-out.opening-hosted-sign-in',
              actions: 'clearFailure',
            },
            'reset.requested': { target: '#auth.signed-out.requesting-reset', actions: 'clearFailure' },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'expectReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'failure.dismissed': { actions: { type: 'clearFailureOf', params: ({ event }) => event } },
          },
          states: {
            poll: {
              description: 'The sign-in, tried once at a time.',
              initial: 'pausing',
              states: {
                pausing: {
                  description: 'Leaves the visitor time to open the link.',
                  after: { linkPollInterval: { target: 'trying' } },
                },
                trying: {
                  description: 'Tries whether the account can be signed in to by now.',
                  invoke: {
                    id: 'repeatSignIn',
                    src: 'repeatSignIn',
                    onDone: [
                      {
                        guard: { type: 'isDone', params: ({ event }) => event.output },
                        target: '#auth.signed-in.registering',
                        actions: [
                          { type: 'admitAnswered', params: ({ event }) => event.output },
                          'announceLinkConfirmed',
                          'endVerification',
                        ],
                      },
                      {
                        guard: { type: 'isWorthAnotherTry', params: ({ event }) => event.output },
                        target: 'pausing',
                      },
                      {
                        target: '#auth.signed-out',
                        actions: ['announceLinkUnconfirmed', 'endVerification'],
                      },
                    ],
                    onError: {
                      target: '#auth.signed-out',
                      actions: ['announceLinkUnconfirmed', 'endVerification'],
                    },
                  },
                },
              },
            },
            mail: {
              description: 'The mail with the link.',
              initial: 'sent',
              states: {
                sent: {
                  description: 'Another one can be asked for.',
                  on: { 'code.requested': { target: 'resending', actions: 'clearFailure' } },
                },
                resending: {
                  description: 'Another link is being sent.',
                  tags: 'resending',
                  invoke: {
                    id: 'resendLink',
                    src: 'sendVerificationCode',
                    input: ({ context }) => ({ email: context.pendingVerification ?? '' }),
                    onDone: [
                      {
                        guard: { type: 'isDone', params: ({ event }) => event.output },
                        target: 'sent',
                        actions: 'announceCodeSent',
                      },
                      {
                        target: 'sent',
                        actions: [
                          {
                            type: 'keepRefusal',
                            params: ({ event }) => ({ step: 'resend-code', answer: event.output }),
                          },
                          'announceCodeUnsent',
                        ],
                      },
                    ],
                    onError: {
                      target: 'sent',
                      actions: [
                        { type: 'keepUnexpected', params: { step: 'resend-code' } },
                        'announceCodeUnsent',
                      ],
                    },
                  },
                },
              },
            },
          },
        },
      },
    },

    'pending-reset': {
      description: 'An email waits for its reset code and a new password.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Code and new password are to be entered; a guest may also do something else instead.',
          on: {
            'reset.submitted': { target: 'resetting', actions: 'clearFailure' },
            'code.requested': { target: 'resending', actions: 'clearFailure' },
            'reset.opened': {
              actions: [{ type: 'expectReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'verification.opened': {
              target: '#auth.pending-verification',
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'reset.requested': { target: '#auth.signed-out.requesting-reset', actions: 'clearFailure' },
            'sign-up.submitted': { target: '#auth.signed-out.signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: '#auth.signed-out.signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': {
              target: '#auth.signed-out.opening-hosted-sign-in',
              actions: 'clearFailure',
            },
            'failure.dismissed': { actions: { type: 'clearFailureOf', params: ({ event }) => event } },
          },
        },
        resetting: {
          description: 'Code and new password are with the identity service.',
          tags: 'busy',
          invoke: {
            id: 'resetPassword',
            src: 'resetPassword',
            input: ({ context, event }) => {
              assertEvent(event, 'reset.submitted');
              return { email: context.pendingReset ?? '', code: event.code, password: event.password };
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-out',
                actions: ['announcePasswordReset', 'endReset'],
              },
              {
                target: 'waiting',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'confirm-reset', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'waiting',
              actions: { type: 'keepUnexpected', params: { step: 'confirm-reset' } },
            },
          },
        },
        resending: {
          description: 'Another reset code is being sent.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'resendResetCode',
            src: 'sendResetCode',
            input: ({ context }) => ({ email: context.pendingReset ?? '' }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'waiting',
                actions: 'announceCodeSent',
              },
              {
                target: 'waiting',
                actions: [
                  {
                    type: 'keepRefusal',
                    params: ({ event }) => ({ step: 'resend-code', answer: event.output }),
                  },
                  'announceCodeUnsent',
                ],
              },
            ],
            onError: {
              target: 'waiting',
              actions: [{ type: 'keepUnexpected', params: { step: 'resend-code' } }, 'announceCodeUnsent'],
            },
          },
        },
      },
    },

    'signed-in': {
      description: 'A customer with a session.',
      initial: 'active',
      on: {
        'session.ended': {
          description: 'The session was revoked, ran out, or was ended in another tab.',
          target: 'signed-out',
          actions: ['forgetUser', 'announceSessionLost'],
        },
        'session.unreachable': {
          description: 'The session could not be renewed right now; it is kept.',
          actions: 'announceSessionUnreachable',
        },
      },
      states: {
        registering: {
          description: 'The store makes or checks the customer record; its failure holds nobody up.',
          tags: 'busy',
          invoke: {
            id: 'registerCustomer',
            src: 'registerCustomer',
            input: ({ context: { user } }) => {
              if (user === null) throw new Error('A customer is registered without a user');
              return { user };
            },
            onDone: { target: 'active', actions: 'announceSignedIn' },
            onError: {
              target: 'active',
              actions: [
                { type: 'announceCustomerUnregistered', params: ({ event }) => ({ error: event.error }) },
                'announceSignedIn',
              ],
            },
          },
          after: { registrationLimit: { target: 'active', actions: 'announceSignedIn' } },
        },
        active: {
          description: 'The customer uses the store.',
          tags: 'authenticated',
          on: {
            'sign-out.requested': [
              {
                description: 'The service did not answer the last time: leave this device all the same.',
                guard: 'signOutFailedBefore',
                target: 'leaving',
                actions: 'clearFailure',
              },
              { target: 'signing-out', actions: 'clearFailure' },
            ],
            'devices.opened': { target: 'viewing-devices', actions: 'clearFailure' },
            'verification.opened': {
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'code.submitted': {
              guard: 'awaitsVerification',
              target: 'confirming',
              actions: 'clearFailure',
            },
            'failure.dismissed': { actions: { type: 'clearFailureOf', params: ({ event }) => event } },
            'code.requested': {
              guard: 'awaitsVerification',
              target: 'resending',
              actions: 'clearFailure',
            },
          },
        },
        confirming: {
          description: 'Another email of this person is being verified while signed in.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'confirmOtherEmail',
            src: 'confirmEmail',
            input: ({ context, event }) => {
              assertEvent(event, 'code.submitted');
              return { email: context.pendingVerification ?? '', code: event.code };
            },
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'active',
                actions: ['announceVerified', 'endVerification'],
              },
              {
                target: 'active',
                actions: {
                  type: 'keepRefusal',
                  params: ({ event }) => ({ step: 'verify-email', answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'active',
              actions: { type: 'keepUnexpected', params: { step: 'verify-email' } },
            },
          },
        },
        resending: {
          description: 'Another code is being sent to that email.',
          tags: ['authenticated', 'busy', 'resending'],
          invoke: {
            id: 'resendOtherCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: context.pendingVerification ?? '' }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'active',
                actions: 'announceCodeSent',
              },
              {
                target: 'active',
                actions: [
                  {
                    type: 'keepRefusal',
                    params: ({ event }) => ({ step: 'resend-code', answer: event.output }),
                  },
                  'announceCodeUnsent',
                ],
              },
            ],
            onError: {
              target: 'active',
              actions: [{ type: 'keepUnexpected', params: { step: 'resend-code' } }, 'announceCodeUnsent'],
            },
          },
        },
        'viewing-devices': {
          description: 'The customer looks at the devices that they signed in with.',
          tags: 'authenticated',
          initial: 'loading',
          exit: 'dropDevices',
          on: { 'devices.closed': { target: 'active', actions: 'clearFailure' } },
          states: {
            loading: {
              description: 'The list is asked for.',
              invoke: {
                id: 'listDevices',
                src: 'listDevices',
                onDone: [
                  {
                    guard: { type: 'isDone', params: ({ event }) => event.output },
                    target: 'listed',
                    actions: { type: 'keepDevices', params: ({ event }) => event.output },
                  },
                  {
                    target: 'failed',
                    actions: {
                      type: 'keepRefusal',
                      params: ({ event }) => ({ step: 'list-devices', answer: event.output }),
                    },
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: { type: 'keepUnexpected', params: { step: 'list-devices' } },
                },
              },
            },
            failed: {
              description: 'The list could not be had; it can be asked for again.',
              on: { 'devices.requested': { target: 'loading', actions: 'clearFailure' } },
            },
            listed: {
              description: 'The list is shown; it may be empty.',
              on: { 'device.dismissed': { target: 'forgetting', actions: 'clearFailure' } },
            },
            forgetting: {
              description: 'One device is being forgotten.',
              invoke: {
                id: 'forgetDevice',
                src: 'forgetDevice',
                input: ({ event }) => {
                  assertEvent(event, 'device.dismissed');
                  return { id: event.id };
                },
                onDone: [
                  {
                    guard: { type: 'isDone', params: ({ event }) => event.output },
                    target: 'listed',
                    actions: { type: 'dropDevice', params: ({ event }) => event.output },
                  },
                  {
                    target: 'listed',
                    actions: {
                      type: 'keepRefusal',
                      params: ({ event }) => ({ step: 'forget-device', answer: event.output }),
                    },
                  },
                ],
                onError: {
                  target: 'listed',
                  actions: { type: 'keepUnexpected', params: { step: 'forget-device' } },
                },
              },
            },
          },
        },
        'signing-out': {
          description: 'The session is being revoked at the identity service.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: [
              {
                guard: { type: 'isDoneAndHosted', params: ({ event }) => event.output },
                target: '#auth.signed-out.opening-hosted-sign-out',
                actions: ['forgetUser', 'announceHostedSignOut'],
              },
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-out',
                actions: ['forgetUser', 'announceSignedOut'],
              },
              {
                target: 'active',
                actions: [
                  {
                    type: 'keepRefusal',
                    params: ({ event }) => ({ step: 'sign-out', answer: event.output }),
                  },
                  'announceSignOutFailed',
                ],
              },
            ],
            onError: {
              target: 'active',
              actions: [{ type: 'keepUnexpected', params: { step: 'sign-out' } }, 'announceSignOutFailed'],
            },
          },
        },
        leaving: {
          description: 'The session is forgotten on this device, whatever the service says.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'forgetSession',
            src: 'forgetSession',
            onDone: [
              {
                guard: { type: 'isHosted', params: ({ event }) => event.output },
                target: '#auth.signed-out.opening-hosted-sign-out',
                actions: ['forgetUser', 'announceHostedSignOut'],
              },
              {
                target: '#auth.signed-out',
                actions: ['forgetUser', 'announceSignedOut'],
              },
            ],
            onError: {
              target: 'active',
              actions: [{ type: 'keepUnexpected', params: { step: 'sign-out' } }, 'announceSignOutFailed'],
            },
          },
        },
      },
    },
  },
});
