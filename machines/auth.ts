import {
  and,
  assertEvent,
  assign,
  type DoneActorEvent,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  or,
  setup,
  stateIn,
} from 'xstate';
import type {
  Answer,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthFailure,
  AuthOutput,
  AuthStep,
  ChallengeAnswer,
  Credentials,
  IdentityFailure,
  Registration,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignInChallenge,
  SignUpAnswer,
  User,
  Verification,
  WaitingReason,
} from './auth.types.ts';

/** The fields that guards and actions read from an event, or from the output of an invocation. */
interface Payload extends Partial<Restoration>, Partial<SessionEnd> {
  readonly type?: string;
  readonly outcome?: SignInAnswer['outcome'];
  readonly failure?: IdentityFailure;
  readonly email?: string;
  readonly message?: string;
  readonly verification?: Verification;
  readonly reason?: WaitingReason;
}

const payloadOf = (event: AuthEvent | DoneActorEvent<AuthOutput>): Payload =>
  'output' in event ? event.output : event;

/** Why the service refused a step. Thrown errors and timeouts have the name `unknown`. */
const failureOf = (event: AuthEvent, step: AuthStep): AuthFailure => {
  const { name, message } = payloadOf(event).failure ?? { name: 'unknown', message: '' };
  return { step, name, message };
};

/** Wherever a state reads these emails, they are set. */
const emailToVerify = ({ pendingVerification }: AuthContext) => pendingVerification ?? '';
const emailToReset = ({ pendingReset }: AuthContext) => pendingReset ?? '';

const unbound = () => Promise.reject(new Error('No implementation was provided for this actor'));

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
    holdChallenge: fromCallback<AuthEvent>(() => undefined),
    answerChallenge: fromPromise<SignInAnswer, ChallengeAnswer>(unbound),
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
  },
  delays: {
    /** The maximum wait for a hosted sign-in to complete at startup. */
    hostedSignInLimit: 10_000,
    /** How long the page may take to leave for the hosted sign-in pages. */
    hostedDepartureLimit: 10_000,
    /** How long the page may take to leave for the hosted sign-out. */
    hostedSignOutLimit: 3_000,
    /** The pause between sign-in attempts while the email's link is unopened. */
    linkPollInterval: 5_000,
    /** How long these attempts continue. */
    linkPollLimit: 180_000,
    /** How long a sign-in waits for the customer record before it continues without one. */
    registrationLimit: 3_000,
  },
  guards: {
    isIdleGuest: or([
      stateIn({ 'signed-out': 'idle' }),
      stateIn({ 'signed-out': { challenged: 'waiting' } }),
      stateIn({ 'pending-verification': 'waiting' }),
      stateIn({ 'pending-reset': 'waiting' }),
    ]),
    isIdleGuestOrAwaitsLink: or(['isIdleGuest', stateIn({ 'pending-verification': 'awaiting-link' })]),
    isDone: ({ event }) => payloadOf(event).outcome === 'done',
    isUnconfirmed: ({ event }) => payloadOf(event).outcome === 'unconfirmed',
    isResetRequired: ({ event }) => payloadOf(event).outcome === 'reset-required',
    isAlreadyConfirmed: ({ event }) => payloadOf(event).failure?.name === 'already-confirmed',
    isChallenged: ({ event }) => payloadOf(event).outcome === 'challenged',
    isChallenge: ({ context }, { name }: { readonly name: SignInChallenge['name'] }) =>
      context.challenge?.name === name,
    endsChallenge: ({ event }) => {
      const { failure } = payloadOf(event);
      return failure?.name === 'not-authorized' || failure?.name === 'challenge-unsupported';
    },
    isVerifiedByLink: ({ event }) => payloadOf(event).verification === 'link',
    isUnconfirmedByLink: and(['isUnconfirmed', 'isVerifiedByLink']),
    isWorthAnotherTry: ({ event }) => {
      const { outcome, failure } = payloadOf(event);
      return (
        outcome === 'unconfirmed' ||
        failure?.name === 'unavailable' ||
        failure?.name === 'limit-exceeded' ||
        failure?.name === 'throttled'
      );
    },
    isHosted: ({ event }) => payloadOf(event).hosted === true,
    returnsFromHostedUi: ({ event }) => payloadOf(event).returnsFromHostedUi === true,
    wasInterrupted: ({ event }) => {
      const { user, interruptedLink } = payloadOf(event);
      return user === null && interruptedLink !== null;
    },
    hasUser: ({ context }) => context.user !== null,
    hasChallenge: ({ context }) => context.challenge !== null,
    awaitsVerification: ({ context }) => context.pendingVerification !== null,
    awaitsReset: ({ context }) => context.pendingReset !== null,
    hasFailedAt: ({ context }, { step }: { readonly step: AuthStep }) => context.failure?.step === step,
  },
  actions: {
    setRestored: assign(({ event }) => {
      const { user = null, pendingVerification = null, pendingReset = null } = payloadOf(event);
      const { challenge = null, codeSentTo } = payloadOf(event);
      const verificationCode = codeSentTo ? { to: codeSentTo, at: null } : null;
      return { user, pendingVerification, pendingReset, challenge, verificationCode };
    }),
    setUser: assign(({ event }) => ({ user: payloadOf(event).user ?? null })),
    setPendingVerification: assign(({ event }) => ({ pendingVerification: payloadOf(event).email ?? null })),
    setPendingReset: assign(({ event }) => ({ pendingReset: payloadOf(event).email ?? null })),
    setChallenge: assign(({ event }) => ({ challenge: payloadOf(event).challenge ?? null })),
    setFirstVerificationCode: assign(({ context }) => ({
      verificationCode: { to: emailToVerify(context), at: null },
    })),
    setVerificationCode: assign(({ context }) => ({
      verificationCode: { to: emailToVerify(context), at: Date.now() },
    })),
    setResetCode: assign(({ context }) => ({ resetCode: { to: emailToReset(context), at: Date.now() } })),
    setFailure: assign(({ event }, { step }: { readonly step: AuthStep }) => ({
      failure: failureOf(event, step),
    })),
    failToResend: enqueueActions(({ enqueue, event }) => {
      enqueue.assign({ failure: failureOf(event, 'resend-code') });
      enqueue.emit({ type: 'code.unsent' });
    }),
    failToSignOut: enqueueActions(({ enqueue, event }) => {
      enqueue.assign({ failure: failureOf(event, 'sign-out') });
      enqueue.emit({ type: 'sign-out.failed' });
    }),
    clearUser: assign({ user: null }),
    clearPendingVerification: assign({ pendingVerification: null, verificationCode: null }),
    clearPendingReset: assign({ pendingReset: null, resetCode: null }),
    clearChallenge: assign({ challenge: null }),
    clearFailure: assign({ failure: null }),
    clearFailureIfEmailChanged: assign(({ context, event }) =>
      payloadOf(event).email === context.pendingVerification ? {} : { failure: null },
    ),
    clearSession: assign({
      user: null,
      pendingVerification: null,
      verificationCode: null,
      pendingReset: null,
      resetCode: null,
      failure: null,
    }),
    clearEmailsOfAnother: assign(({ context, event }) =>
      context.user === null || context.user.id === payloadOf(event).user?.id
        ? {}
        : { pendingVerification: null, verificationCode: null, pendingReset: null, resetCode: null },
    ),
    announceAccount: emit(({ context }) => ({ type: 'account.created', email: emailToVerify(context) })),
    announceWaitingAccount: emit(({ context, event }) => ({
      type: 'account.waiting',
      email: emailToVerify(context),
      reason: payloadOf(event).reason ?? 'answer-lost',
    })),
    announceResetRequired: emit(({ context, event }) => ({
      type: 'reset.required',
      email: emailToReset(context),
      message: payloadOf(event).message ?? '',
    })),
    announceAlreadyVerified: emit(({ context }) => ({
      type: 'email.already-verified',
      email: emailToVerify(context),
    })),
    announceVerificationRequired: emit(({ context, event }) => ({
      type: 'verification.required',
      email: emailToVerify(context),
      message: payloadOf(event).message ?? '',
    })),
    announceLinkConfirmed: emit({ type: 'link.confirmed' }),
    announceLinkUnconfirmed: emit(({ context }) => ({
      type: 'link.unconfirmed',
      email: emailToVerify(context),
    })),
    announceLinkInterrupted: emit(({ event }) => ({
      type: 'link.unconfirmed',
      email: payloadOf(event).interruptedLink ?? '',
    })),
    announceChallenge: emit(({ context }) => ({
      type: 'challenge.required',
      email: context.challenge?.email ?? '',
    })),
    announceChallengeEnded: emit(({ event }) => ({
      type: 'challenge.ended',
      failure: failureOf(event, 'challenge'),
    })),
    announceVerified: emit(({ context }) => ({ type: 'email.verified', email: emailToVerify(context) })),
    announceCodeSent: emit({ type: 'code.sent' }),
    announceResetSent: emit(({ context }) => ({ type: 'reset.sent', email: emailToReset(context) })),
    announceResetResent: emit({ type: 'reset.resent' }),
    announcePasswordReset: emit(({ context }) => ({ type: 'password.reset', email: emailToReset(context) })),
    announceSignedIn: emit({ type: 'signed-in' }),
    announceSessionReplaced: emit({ type: 'session.replaced' }),
    announceSignedOut: emit({ type: 'signed-out' }),
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
  context: {
    user: null,
    pendingVerification: null,
    pendingReset: null,
    verificationCode: null,
    resetCode: null,
    challenge: null,
    failure: null,
  },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'loading',
  on: {
    'sign-up.submitted': {
      guard: 'isIdleGuestOrAwaitsLink',
      target: '.signed-out.signing-up',
      actions: 'clearFailure',
    },
    'sign-in.submitted': {
      guard: 'isIdleGuestOrAwaitsLink',
      target: '.signed-out.signing-in',
      actions: 'clearFailure',
    },
    'hosted-sign-in.requested': {
      guard: 'isIdleGuestOrAwaitsLink',
      target: '.signed-out.opening-hosted-sign-in',
      actions: 'clearFailure',
    },
    'reset.requested': {
      guard: 'isIdleGuestOrAwaitsLink',
      target: '.signed-out.requesting-reset',
      actions: 'clearFailure',
    },
    'reset.opened': {
      guard: 'isIdleGuestOrAwaitsLink',
      target: '.pending-reset',
      actions: ['setPendingReset', 'clearFailure'],
    },
    'verification.opened': {
      guard: 'isIdleGuest',
      target: '.pending-verification',
      actions: ['setPendingVerification', 'clearFailure'],
    },
    'failure.dismissed': {
      guard: { type: 'hasFailedAt', params: ({ event }) => event },
      actions: 'clearFailure',
    },
    'session.replaced': {
      description: 'Another tab signed in, perhaps as somebody else.',
      target: '.signed-in',
      actions: [
        'clearEmailsOfAnother',
        'setUser',
        'clearChallenge',
        'clearFailure',
        'announceSessionReplaced',
      ],
    },
  },
  states: {
    loading: {
      description: 'Nobody knows yet whether there is a session.',
      initial: 'restoring',
      on: {
        'session.ended': {
          description: 'The session that was found turned out to be revoked.',
          actions: 'clearUser',
        },
      },
      states: {
        restoring: {
          description: 'Looks for a session and for emails that still wait for a code.',
          invoke: {
            id: 'restoreSession',
            src: 'restoreSession',
            onDone: [
              { guard: 'returnsFromHostedUi', target: 'completing-hosted-sign-in', actions: 'setRestored' },
              {
                guard: 'wasInterrupted',
                target: 'restored',
                actions: ['setRestored', 'announceLinkInterrupted'],
              },
              { target: 'restored', actions: 'setRestored' },
            ],
            onError: { target: 'restored' },
          },
        },
        'completing-hosted-sign-in': {
          description:
            'The code that the hosted sign-in pages sent is exchanged for a session. At its limit, startup continues with the restored session, and a later answer changes nothing.',
          invoke: {
            id: 'completeHostedSignIn',
            src: 'completeHostedSignIn',
            onDone: [
              { guard: 'isDone', target: '#auth.signed-in.registering', actions: 'setUser' },
              { target: 'restored', actions: { type: 'setFailure', params: { step: 'hosted-sign-in' } } },
            ],
            onError: {
              target: 'restored',
              actions: { type: 'setFailure', params: { step: 'hosted-sign-in' } },
            },
          },
          after: { hostedSignInLimit: { target: 'restored' } },
        },
        restored: {
          description: 'What was found says where to go on.',
          always: [
            { guard: 'hasUser', target: '#auth.signed-in' },
            { guard: 'hasChallenge', target: '#auth.signed-out.challenged' },
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
        idle: { description: 'Nothing is under way.' },
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
                guard: 'isUnconfirmedByLink',
                target: '#auth.pending-verification.awaiting-link',
                actions: ['setPendingVerification', 'announceWaitingAccount'],
              },
              {
                guard: 'isUnconfirmed',
                target: '#auth.pending-verification',
                actions: ['setPendingVerification', 'announceWaitingAccount'],
              },
              {
                guard: 'isVerifiedByLink',
                target: '#auth.pending-verification.awaiting-link',
                actions: ['setPendingVerification', 'setFirstVerificationCode', 'announceAccount'],
              },
              {
                guard: 'isDone',
                target: '#auth.pending-verification',
                actions: ['setPendingVerification', 'setFirstVerificationCode', 'announceAccount'],
              },
              { target: 'idle', actions: { type: 'setFailure', params: { step: 'sign-up' } } },
            ],
            onError: { target: 'idle', actions: { type: 'setFailure', params: { step: 'sign-up' } } },
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
              { guard: 'isDone', target: '#auth.signed-in.registering', actions: 'setUser' },
              {
                guard: 'isChallenged',
                target: 'challenged',
                actions: ['setChallenge', 'announceChallenge'],
              },
              {
                guard: 'isVerifiedByLink',
                target: '#auth.pending-verification.awaiting-link.mail.resending',
                actions: ['setPendingVerification', 'announceVerificationRequired'],
              },
              {
                guard: 'isUnconfirmed',
                target: '#auth.pending-verification.resending',
                actions: ['setPendingVerification', 'announceVerificationRequired'],
              },
              {
                guard: 'isResetRequired',
                target: '#auth.pending-reset',
                actions: ['setPendingReset', 'announceResetRequired'],
              },
              { target: 'idle', actions: { type: 'setFailure', params: { step: 'sign-in' } } },
            ],
            onError: { target: 'idle', actions: { type: 'setFailure', params: { step: 'sign-in' } } },
          },
        },
        challenged: {
          description:
            'The password is proven, and the service asks for more. What it needs to continue is held no longer than this state lasts, and outlives a reload of the page.',
          invoke: { id: 'holdChallenge', src: 'holdChallenge' },
          exit: 'clearChallenge',
          initial: 'waiting',
          on: { 'challenge.cancelled': { target: 'idle', actions: 'clearFailure' } },
          states: {
            waiting: {
              description: 'An answer is to be given; a guest may also do something else instead.',
              initial: 'asked',
              on: { 'challenge.answered': { target: 'responding', actions: 'clearFailure' } },
              states: {
                asked: {
                  description: 'What is asked for says which screen is shown.',
                  always: [
                    {
                      guard: { type: 'isChallenge', params: { name: 'SOFTWARE_TOKEN_MFA' } },
                      target: 'authenticator-code',
                    },
                    {
                      guard: { type: 'isChallenge', params: { name: 'SMS_MFA' } },
                      target: 'text-message-code',
                    },
                    { guard: { type: 'isChallenge', params: { name: 'EMAIL_OTP' } }, target: 'email-code' },
                    {
                      guard: { type: 'isChallenge', params: { name: 'SELECT_MFA_TYPE' } },
                      target: 'factor-choice',
                    },
                    {
                      guard: { type: 'isChallenge', params: { name: 'MFA_SETUP' } },
                      target: 'authenticator-setup',
                    },
                    { target: 'new-password' },
                  ],
                },
                'authenticator-code': { description: 'The code that an authenticator app shows.' },
                'text-message-code': { description: 'The code that was sent to a phone.' },
                'email-code': { description: 'The code that was sent to an email.' },
                'factor-choice': { description: 'One of several second factors.' },
                'authenticator-setup': {
                  description: 'An authenticator app is to be set up, and proven by its first code.',
                },
                'new-password': {
                  description: 'A new password, and what the account lacks, in place of a temporary one.',
                },
              },
            },
            responding: {
              description: 'The answer is with the identity service.',
              tags: 'busy',
              invoke: {
                id: 'answerChallenge',
                src: 'answerChallenge',
                input: ({ event }) => {
                  assertEvent(event, 'challenge.answered');
                  return event.answer;
                },
                onDone: [
                  { guard: 'isDone', target: '#auth.signed-in.registering', actions: 'setUser' },
                  { guard: 'isChallenged', target: 'waiting', actions: 'setChallenge' },
                  {
                    guard: 'isResetRequired',
                    target: '#auth.pending-reset',
                    actions: ['setPendingReset', 'announceResetRequired'],
                  },
                  {
                    guard: 'endsChallenge',
                    target: '#auth.signed-out.idle',
                    actions: 'announceChallengeEnded',
                  },
                  { target: 'waiting', actions: { type: 'setFailure', params: { step: 'challenge' } } },
                ],
                onError: {
                  target: 'waiting',
                  actions: { type: 'setFailure', params: { step: 'challenge' } },
                },
              },
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
                guard: 'isDone',
                target: '#auth.pending-reset',
                actions: ['setPendingReset', 'announceResetSent'],
              },
              { target: 'idle', actions: { type: 'setFailure', params: { step: 'request-reset' } } },
            ],
            onError: { target: 'idle', actions: { type: 'setFailure', params: { step: 'request-reset' } } },
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
            onError: { target: 'idle', actions: { type: 'setFailure', params: { step: 'hosted-sign-in' } } },
          },
          after: {
            hostedDepartureLimit: {
              target: 'idle',
              actions: { type: 'setFailure', params: { step: 'hosted-sign-in' } },
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
              description: 'The page is there: what failed before is kept for it, but for another email.',
              actions: ['clearFailureIfEmailChanged', 'setPendingVerification'],
            },
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
              return { email: emailToVerify(context), code: event.code };
            },
            onDone: [
              {
                guard: 'isDone',
                target: '#auth.signed-out',
                actions: ['announceVerified', 'clearPendingVerification'],
              },
              {
                guard: 'isAlreadyConfirmed',
                target: '#auth.signed-out',
                actions: ['announceAlreadyVerified', 'clearPendingVerification'],
              },
              { target: 'waiting', actions: { type: 'setFailure', params: { step: 'verify-email' } } },
            ],
            onError: { target: 'waiting', actions: { type: 'setFailure', params: { step: 'verify-email' } } },
          },
        },
        resending: {
          description:
            'Another code is being sent, including for users who signed in before verifying their email.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'resendVerificationCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: emailToVerify(context) }),
            onDone: [
              { guard: 'isDone', target: 'waiting', actions: ['setVerificationCode', 'announceCodeSent'] },
              {
                guard: 'isAlreadyConfirmed',
                target: '#auth.signed-out',
                actions: ['announceAlreadyVerified', 'clearPendingVerification'],
              },
              { target: 'waiting', actions: 'failToResend' },
            ],
            onError: { target: 'waiting', actions: 'failToResend' },
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
              actions: ['announceLinkUnconfirmed', 'clearPendingVerification'],
            },
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
                        guard: 'isDone',
                        target: '#auth.signed-in.registering',
                        actions: ['setUser', 'announceLinkConfirmed', 'clearPendingVerification'],
                      },
                      {
                        guard: 'isChallenged',
                        target: '#auth.signed-out.challenged',
                        actions: [
                          'setChallenge',
                          'announceChallenge',
                          'announceLinkConfirmed',
                          'clearPendingVerification',
                        ],
                      },
                      {
                        guard: 'isResetRequired',
                        target: '#auth.pending-reset',
                        actions: ['setPendingReset', 'announceResetRequired', 'clearPendingVerification'],
                      },
                      { guard: 'isWorthAnotherTry', target: 'pausing' },
                      {
                        target: '#auth.signed-out',
                        actions: ['announceLinkUnconfirmed', 'clearPendingVerification'],
                      },
                    ],
                    onError: {
                      target: '#auth.signed-out',
                      actions: ['announceLinkUnconfirmed', 'clearPendingVerification'],
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
                  description:
                    'Another link is being sent, including for users who signed in before verifying their email.',
                  tags: 'resending',
                  invoke: {
                    id: 'resendLink',
                    src: 'sendVerificationCode',
                    input: ({ context }) => ({ email: emailToVerify(context) }),
                    onDone: [
                      {
                        guard: 'isDone',
                        target: 'sent',
                        actions: ['setVerificationCode', 'announceCodeSent'],
                      },
                      {
                        description: 'The link was opened: the next try signs in.',
                        guard: 'isAlreadyConfirmed',
                        target: 'sent',
                      },
                      { target: 'sent', actions: 'failToResend' },
                    ],
                    onError: { target: 'sent', actions: 'failToResend' },
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
              return { email: emailToReset(context), code: event.code, password: event.password };
            },
            onDone: [
              {
                guard: 'isDone',
                target: '#auth.signed-out',
                actions: ['announcePasswordReset', 'clearPendingReset'],
              },
              { target: 'waiting', actions: { type: 'setFailure', params: { step: 'confirm-reset' } } },
            ],
            onError: {
              target: 'waiting',
              actions: { type: 'setFailure', params: { step: 'confirm-reset' } },
            },
          },
        },
        resending: {
          description: 'Another reset code is being sent.',
          tags: ['busy', 'resending'],
          invoke: {
            id: 'resendResetCode',
            src: 'sendResetCode',
            input: ({ context }) => ({ email: emailToReset(context) }),
            onDone: [
              { guard: 'isDone', target: 'waiting', actions: ['setResetCode', 'announceResetResent'] },
              { target: 'waiting', actions: { type: 'setFailure', params: { step: 'resend-code' } } },
            ],
            onError: { target: 'waiting', actions: { type: 'setFailure', params: { step: 'resend-code' } } },
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
          actions: ['clearSession', 'announceSessionLost'],
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
                { type: 'announceCustomerUnregistered', params: ({ event }) => event },
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
                guard: { type: 'hasFailedAt', params: { step: 'sign-out' } },
                target: 'leaving',
                actions: 'clearFailure',
              },
              { target: 'signing-out', actions: 'clearFailure' },
            ],
            'verification.opened': { actions: ['setPendingVerification', 'clearFailure'] },
            'code.submitted': { guard: 'awaitsVerification', target: 'confirming', actions: 'clearFailure' },
            'code.requested': { guard: 'awaitsVerification', target: 'resending', actions: 'clearFailure' },
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
              return { email: emailToVerify(context), code: event.code };
            },
            onDone: [
              {
                guard: 'isDone',
                target: 'active',
                actions: ['announceVerified', 'clearPendingVerification'],
              },
              {
                guard: 'isAlreadyConfirmed',
                target: 'active',
                actions: ['announceAlreadyVerified', 'clearPendingVerification'],
              },
              { target: 'active', actions: { type: 'setFailure', params: { step: 'verify-email' } } },
            ],
            onError: { target: 'active', actions: { type: 'setFailure', params: { step: 'verify-email' } } },
          },
        },
        resending: {
          description: 'Another code is being sent to that email.',
          tags: ['authenticated', 'busy', 'resending'],
          invoke: {
            id: 'resendOtherCode',
            src: 'sendVerificationCode',
            input: ({ context }) => ({ email: emailToVerify(context) }),
            onDone: [
              { guard: 'isDone', target: 'active', actions: ['setVerificationCode', 'announceCodeSent'] },
              {
                guard: 'isAlreadyConfirmed',
                target: 'active',
                actions: ['announceAlreadyVerified', 'clearPendingVerification'],
              },
              { target: 'active', actions: 'failToResend' },
            ],
            onError: { target: 'active', actions: 'failToResend' },
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
                guard: 'isHosted',
                target: '#auth.signed-out.opening-hosted-sign-out',
                actions: ['clearSession', 'announceHostedSignOut'],
              },
              {
                guard: 'isDone',
                target: '#auth.signed-out',
                actions: ['clearSession', 'announceSignedOut'],
              },
              { target: 'active', actions: 'failToSignOut' },
            ],
            onError: { target: 'active', actions: 'failToSignOut' },
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
                guard: 'isHosted',
                target: '#auth.signed-out.opening-hosted-sign-out',
                actions: ['clearSession', 'announceHostedSignOut'],
              },
              { target: '#auth.signed-out', actions: ['clearSession', 'announceSignedOut'] },
            ],
            onError: { target: 'active', actions: 'failToSignOut' },
          },
        },
      },
    },
  },
});
