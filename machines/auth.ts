import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type {
  Answer,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthStep,
  Credentials,
  Registration,
  Restoration,
  SignInAnswer,
  User,
} from './auth.types.ts';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

/** A visitor's account: from an unknown guest through a verified email or a reset password to a session, and out again. */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as AuthEmitted,
    tags: {} as 'authenticated' | 'busy',
  },
  actors: {
    restoreSession: fromPromise<Restoration>(unbound),
    watchSession: fromCallback<AuthEvent>(() => undefined),
    signUp: fromPromise<Answer<{ readonly email: string }>, Registration>(unbound),
    signIn: fromPromise<SignInAnswer, Credentials>(unbound),
    registerCustomer: fromPromise<void, { readonly user: User }>(unbound),
    signOut: fromPromise<Answer>(unbound),
    forgetSession: fromPromise<void>(unbound),
    confirmEmail: fromPromise<Answer, { readonly email: string; readonly code: string }>(unbound),
    sendVerificationCode: fromPromise<Answer, { readonly email: string }>(unbound),
    sendResetCode: fromPromise<Answer<{ readonly email: string }>, { readonly email: string }>(unbound),
    resetPassword: fromPromise<
      Answer,
      { readonly email: string; readonly code: string; readonly password: string }
    >(unbound),
  },
  delays: {
    /** How long a sign-in waits for the customer record before it goes on without it. */
    registrationLimit: 3_000,
  },
  guards: {
    isDone: (_, answer: { readonly outcome: string }) => answer.outcome === 'done',
    isUnconfirmed: (_, answer: { readonly outcome: string }) => answer.outcome === 'unconfirmed',
    hasSession: (_, restoration: Restoration) => restoration.user !== null,
    hasPendingVerification: (_, restoration: Restoration) => restoration.pendingVerification !== null,
    hasPendingReset: (_, restoration: Restoration) => restoration.pendingReset !== null,
    awaitsVerification: ({ context }) => context.pendingVerification !== null,
    signOutFailedBefore: ({ context }) => context.failure?.step === 'sign-out',
  },
  actions: {
    restore: assign((_, restoration: Restoration) => restoration),
    admit: assign((_, { user }: { readonly user: User }) => ({ user })),
    admitAnswered: assign((_, answer: SignInAnswer) =>
      answer.outcome === 'done' ? { user: answer.user } : {},
    ),
    expectVerification: assign((_, { email }: { readonly email: string }) => ({
      pendingVerification: email,
    })),
    expectVerificationAnswered: assign((_, answer: SignInAnswer | Answer<{ readonly email: string }>) =>
      'email' in answer ? { pendingVerification: answer.email } : {},
    ),
    expectReset: assign((_, { email }: { readonly email: string }) => ({ pendingReset: email })),
    expectResetAnswered: assign((_, answer: Answer<{ readonly email: string }>) =>
      answer.outcome === 'done' ? { pendingReset: answer.email } : {},
    ),
    endVerification: assign({ pendingVerification: null }),
    endReset: assign({ pendingReset: null }),
    forgetUser: assign({ user: null, pendingVerification: null, failure: null }),
    clearFailure: assign({ failure: null }),
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
    announceSessionLost: emit({ type: 'session.lost' }),
    announceCustomerUnregistered: emit((_, { error }: { readonly error: unknown }) => ({
      type: 'customer.unregistered' as const,
      error,
    })),
  },
}).createMachine({
  id: 'auth',
  description: 'The lifecycle of an account in one browser tab.',
  context: { user: null, pendingVerification: null, pendingReset: null, failure: null },
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
      description: 'Looks for a session and for emails that still wait for a code.',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => event.output },
            target: 'signed-in',
            actions: { type: 'restore', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasPendingVerification', params: ({ event }) => event.output },
            target: 'pending-verification',
            actions: { type: 'restore', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasPendingReset', params: ({ event }) => event.output },
            target: 'pending-reset',
            actions: { type: 'restore', params: ({ event }) => event.output },
          },
          { target: 'signed-out' },
        ],
        onError: { target: 'signed-out' },
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
            'reset.requested': { target: 'requesting-reset', actions: 'clearFailure' },
            'verification.opened': {
              target: '#auth.pending-verification',
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'expectReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'failure.dismissed': { actions: 'clearFailure' },
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
      },
    },

    'pending-verification': {
      description: 'An email waits for its verification code.',
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
            'reset.requested': { target: '#auth.signed-out.requesting-reset', actions: 'clearFailure' },
            'failure.dismissed': { actions: 'clearFailure' },
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
          tags: 'busy',
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
            'failure.dismissed': { actions: 'clearFailure' },
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
          tags: 'busy',
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
            'verification.opened': {
              actions: [{ type: 'expectVerification', params: ({ event }) => event }, 'clearFailure'],
            },
            'code.submitted': {
              guard: 'awaitsVerification',
              target: 'confirming',
              actions: 'clearFailure',
            },
            'failure.dismissed': { actions: 'clearFailure' },
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
          tags: ['authenticated', 'busy'],
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
        'signing-out': {
          description: 'The session is being revoked at the identity service.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: [
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
            onDone: {
              target: '#auth.signed-out',
              actions: ['forgetUser', 'announceSignedOut'],
            },
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
