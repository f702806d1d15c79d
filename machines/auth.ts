import { assertEvent, assign, emit, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import type {
  Answer,
  AuthContext,
  AuthEmitted,
  AuthEvent,
  AuthStep,
  Credentials,
  IdentityFailure,
  Registration,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
  User,
} from './auth.types.ts';
import type { challengeMachine } from './challenge.ts';
import type { ChallengeOutput } from './challenge.types.ts';
import type { passkeyMachine } from './passkey.ts';
import type { resetMachine } from './reset.ts';
import type { verificationMachine } from './verification.ts';
import type { VerificationOutput } from './verification.types.ts';

type UserAnswer = Answer<{ readonly user: User }>;
type EmailAnswer = Answer<{ readonly email: string }>;
type FailedAnswer = SignUpAnswer | SignInAnswer | UserAnswer | EmailAnswer | Answer<SessionEnd> | null;

interface Scope {
  readonly context: AuthContext;
}

const withoutEmails = {
  pendingVerification: null,
  verificationCode: null,
  pendingReset: null,
  resetCode: null,
};

/** Wherever a state reads these emails, they are set. */
const emailToVerify = ({ pendingVerification }: AuthContext) => pendingVerification ?? '';
const emailToReset = ({ pendingReset }: AuthContext) => pendingReset ?? '';

const answerIn = (output: ChallengeOutput | VerificationOutput): SignInAnswer | null =>
  'answer' in output ? output.answer : null;

/** The signal of each end of a verification. */
const endings = {
  confirmed: 'email.verified',
  'already-confirmed': 'email.already-verified',
  unconfirmed: 'link.unconfirmed',
} as const;

/** Thrown errors and timeouts, which are null, have the name `unknown`. */
const failAt = (step: AuthStep) => (_: unknown, answer: FailedAnswer) => {
  const failure: IdentityFailure =
    answer?.outcome === 'refused' ? answer.failure : { name: 'unknown', message: '' };
  return { failure: { step, ...failure } };
};

const submitted = <Type extends AuthEvent['type']>(event: AuthEvent, type: Type) => {
  assertEvent(event, type);
  return event;
};

/** Returns a value that the entered state requires. */
const required = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('A state of the account was entered without its data');
  return value;
};

const unimplemented = () => Promise.reject(new Error('No implementation was provided for this actor'));

export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as AuthEmitted,
    children: {} as {
      readonly challenge: 'challenge';
      readonly passkey: 'passkey';
      readonly verification: 'verification';
      readonly otherVerification: 'verification';
      readonly reset: 'reset';
    },
    tags: {} as 'authenticated' | 'busy',
  },
  actors: {
    restoreSession: fromPromise<Restoration>(unimplemented),
    watchSession: fromCallback<AuthEvent>(() => undefined),
    openHostedSignIn: fromPromise<void>(unimplemented),
    completeHostedSignIn: fromPromise<UserAnswer>(unimplemented),
    openHostedSignOut: fromPromise<void>(unimplemented),
    signUp: fromPromise<SignUpAnswer, Registration>(unimplemented),
    signIn: fromPromise<SignInAnswer, Credentials>(unimplemented),
    challenge: {} as typeof challengeMachine,
    passkey: {} as typeof passkeyMachine,
    verification: {} as typeof verificationMachine,
    requestReset: fromPromise<EmailAnswer, { readonly email: string }>(unimplemented),
    reset: {} as typeof resetMachine,
    registerCustomer: fromPromise<void, { readonly user: User }>(unimplemented),
    /** If forced, the session ends on this device even if the service does not answer. */
    signOut: fromPromise<Answer<SessionEnd>, { readonly isForced: boolean }>(unimplemented),
  },
  delays: {
    /** The maximum wait for a hosted sign-in to complete at startup. */
    hostedSignInLimit: 10_000,
    /** How long the page may take to leave for the hosted sign-in pages. */
    hostedDepartureLimit: 10_000,
    /** How long the page may take to leave for the hosted sign-out. */
    hostedSignOutLimit: 3_000,
    /** How long a sign-in waits for the customer record before it continues without one. */
    registrationLimit: 3_000,
  },
  guards: {
    isDone: (_: unknown, { outcome }: EmailAnswer | UserAnswer) => outcome === 'done',
    isCreated: (_: unknown, { outcome }: SignUpAnswer) => outcome !== 'refused',
    hasAnswer: (_: unknown, output: ChallengeOutput | VerificationOutput) => answerIn(output) !== null,
    isSignedOut: (_: unknown, { outcome }: Answer<SessionEnd>) => outcome === 'done',
    isHosted: (_: unknown, answer: Answer<SessionEnd>) => answer.outcome === 'done' && answer.hosted,
    returnsFromHostedUi: (_: unknown, { returnsFromHostedUi }: Restoration) => returnsFromHostedUi,
    isProven: ({ context }) => context.answer?.outcome === 'done',
    isChallenged: ({ context }) => context.answer?.outcome === 'challenged',
    isUnconfirmed: ({ context }) => context.answer?.outcome === 'unconfirmed',
    isResetRequired: ({ context }) => context.answer?.outcome === 'reset-required',
    hasUser: ({ context }) => context.user !== null,
    hasChallenge: ({ context }) => context.challenge !== null,
    awaitsVerification: ({ context }) => context.pendingVerification !== null,
    awaitsReset: ({ context }) => context.pendingReset !== null,
    isOtherVerification: ({ context }: Scope, { email }: { readonly email: string }) =>
      email !== context.pendingVerification,
    isOtherReset: ({ context }: Scope, { email }: { readonly email: string }) =>
      email !== context.pendingReset,
    hasFailedAt: ({ context }: Scope, { step }: { readonly step: AuthStep }) =>
      context.failure?.step === step,
  },
  actions: {
    restore: enqueueActions(({ enqueue }, restored: Restoration) => {
      const { user, pendingVerification, pendingReset, challenge, codeSentTo, interruptedLink } = restored;
      const verificationCode = codeSentTo === null ? null : { to: codeSentTo, at: null };
      enqueue.assign({ user, pendingVerification, pendingReset, challenge, verificationCode });
      if (user === null && interruptedLink !== null)
        enqueue.emit({ type: 'link.unconfirmed', email: interruptedLink });
    }),
    setUser: assign((_: unknown, answer: UserAnswer | { readonly user: User }) =>
      'user' in answer ? { user: answer.user } : {},
    ),
    setAnswer: assign((_: unknown, answer: SignInAnswer | null) => ({ answer })),
    enter: assign(({ context: { answer } }) => ({
      answer: null,
      user: answer?.outcome === 'done' ? answer.user : null,
    })),
    requireChallenge: enqueueActions(({ context: { answer }, enqueue }) => {
      if (answer?.outcome !== 'challenged') return;
      enqueue.assign({ answer: null, challenge: answer.challenge });
      enqueue.emit({ type: 'challenge.required', email: answer.challenge.email });
    }),
    requireVerification: enqueueActions(({ context: { answer }, enqueue }) => {
      if (answer?.outcome !== 'unconfirmed') return;
      const { email, message, verification: by } = answer;
      enqueue.assign({ answer: null, pendingVerification: email, verificationStart: { by, resends: true } });
      enqueue.emit({ type: 'verification.required', email, message });
    }),
    requireReset: enqueueActions(({ context: { answer }, enqueue }) => {
      if (answer?.outcome !== 'reset-required') return;
      const { email, message } = answer;
      enqueue.assign({ answer: null, pendingReset: email });
      enqueue.emit({ type: 'reset.required', email, message });
    }),
    failSignIn: assign(({ context }) => ({ answer: null, ...failAt('sign-in')(null, context.answer) })),
    beginVerification: enqueueActions(({ enqueue }, answer: SignUpAnswer) => {
      if (answer.outcome === 'refused') return;
      const { email, verification: by } = answer;
      enqueue.assign({ pendingVerification: email, verificationStart: { by, resends: false } });
      if (answer.outcome === 'done') {
        enqueue.assign({ verificationCode: { to: email, at: null } });
        enqueue.emit({ type: 'account.created', email });
      } else enqueue.emit({ type: 'account.waiting', email, reason: answer.reason });
    }),
    endChallenge: enqueueActions(({ enqueue }, output: ChallengeOutput) => {
      if (output.outcome === 'ended') enqueue.emit({ type: 'challenge.ended', failure: output.failure });
    }),
    endVerification: enqueueActions(({ context, enqueue }, output: VerificationOutput) => {
      enqueue.assign({ pendingVerification: null, verificationCode: null });
      if (!('answer' in output))
        enqueue.emit({ type: endings[output.outcome], email: emailToVerify(context) });
      else if (output.answer.outcome !== 'reset-required') enqueue.emit({ type: 'link.confirmed' });
    }),
    setPendingVerification: assign((_: unknown, { email }: { readonly email: string }) => ({
      pendingVerification: email,
      verificationStart: { by: 'code' as const, resends: false },
    })),
    setPendingReset: assign((_: unknown, { email }: { readonly email: string }) => ({ pendingReset: email })),
    setRequestedReset: assign((_: unknown, answer: EmailAnswer) =>
      answer.outcome === 'done' ? { pendingReset: answer.email } : {},
    ),
    setVerificationCode: assign(({ context }) => ({
      verificationCode: { to: emailToVerify(context), at: Date.now() },
    })),
    setResetCode: assign(({ context }) => ({ resetCode: { to: emailToReset(context), at: Date.now() } })),
    failSignUp: assign(failAt('sign-up')),
    failHostedSignIn: assign(failAt('hosted-sign-in')),
    failResetRequest: assign(failAt('request-reset')),
    failSignOut: assign(failAt('sign-out')),
    clearPendingReset: assign({ pendingReset: null, resetCode: null }),
    clearUser: assign({ user: null }),
    clearChallenge: assign({ challenge: null }),
    clearFailure: assign({ failure: null }),
    clearEmails: assign(withoutEmails),
    clearEmailsOfAnother: assign(({ context }: Scope, { user }: { readonly user: User }) =>
      context.user === null || context.user.id === user.id ? {} : withoutEmails,
    ),
    emit: emit((_: unknown, event: AuthEmitted) => event),
    emitResetSent: emit(({ context }) => ({ type: 'reset.sent', email: emailToReset(context) })),
    emitPasswordReset: emit(({ context }) => ({ type: 'password.reset', email: emailToReset(context) })),
    emitSignedIn: emit({ type: 'signed-in' }),
    emitUnregistered: emit((_: unknown, { error }: { readonly error: unknown }) => ({
      type: 'customer.unregistered' as const,
      error,
    })),
    emitSignOutFailed: emit({ type: 'sign-out.failed' }),
    emitHostedSignOutFailed: emit({ type: 'hosted-sign-out.failed' }),
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
    verificationStart: { by: 'code', resends: false },
    challenge: null,
    answer: null,
    failure: null,
  },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'loading',
  on: {
    'failure.dismissed': {
      guard: { type: 'hasFailedAt', params: ({ event }) => event },
      actions: 'clearFailure',
    },
    'session.replaced': {
      description: 'Another tab signed in, possibly as another customer.',
      target: '.signed-in',
      actions: [
        { type: 'clearEmailsOfAnother', params: ({ event }) => event },
        { type: 'setUser', params: ({ event }) => event },
        'clearChallenge',
        'clearFailure',
        { type: 'emit', params: { type: 'session.replaced' } },
      ],
    },
    'code.sent': { actions: ['setVerificationCode', { type: 'emit', params: { type: 'code.sent' } }] },
    'code.unsent': { actions: { type: 'emit', params: { type: 'code.unsent' } } },
  },
  states: {
    loading: {
      description: 'The app looks for a session.',
      initial: 'restoring',
      on: { 'session.ended': { description: 'The restored session was revoked.', actions: 'clearUser' } },
      onDone: [
        { guard: 'hasUser', target: 'signed-in' },
        { guard: 'hasChallenge', target: 'signed-out.challenged' },
        { guard: 'awaitsVerification', target: 'pending-verification' },
        { guard: 'awaitsReset', target: 'pending-reset' },
        { target: 'signed-out' },
      ],
      states: {
        restoring: {
          description: 'Reads the session, and the emails that still await a code.',
          invoke: {
            id: 'restoreSession',
            src: 'restoreSession',
            onDone: [
              {
                guard: { type: 'returnsFromHostedUi', params: ({ event }) => event.output },
                target: 'completing-hosted-sign-in',
                actions: { type: 'restore', params: ({ event }) => event.output },
              },
              { target: 'restored', actions: { type: 'restore', params: ({ event }) => event.output } },
            ],
            onError: { target: 'restored' },
          },
        },
        'completing-hosted-sign-in': {
          description: 'Exchanges the code from the hosted sign-in pages for a session, within a limit.',
          invoke: {
            id: 'completeHostedSignIn',
            src: 'completeHostedSignIn',
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.signed-in.registering',
                actions: { type: 'setUser', params: ({ event }) => event.output },
              },
              {
                target: 'restored',
                actions: { type: 'failHostedSignIn', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'restored', actions: { type: 'failHostedSignIn', params: null } },
          },
          after: { hostedSignInLimit: { target: 'restored' } },
        },
        restored: { description: 'What was found decides where to continue.', type: 'final' },
      },
    },

    'signed-out': {
      description: 'A guest, who can sign up, sign in or request a reset code.',
      initial: 'idle',
      onDone: { target: 'signed-in.registering' },
      states: {
        idle: {
          description: 'Waits for the guest.',
          invoke: {
            id: 'passkey',
            src: 'passkey',
            onDone: {
              target: 'answered',
              actions: { type: 'setAnswer', params: ({ event }) => event.output },
            },
          },
          on: {
            'sign-up.submitted': { target: 'signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: 'signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': { target: 'opening-hosted-sign-in', actions: 'clearFailure' },
            'reset.requested': { target: 'requesting-reset', actions: 'clearFailure' },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'setPendingReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'verification.opened': {
              target: '#auth.pending-verification',
              actions: [{ type: 'setPendingVerification', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
        'signing-up': {
          description: 'The identity service creates the account.',
          tags: 'busy',
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => submitted(event, 'sign-up.submitted').registration,
            onDone: [
              {
                guard: { type: 'isCreated', params: ({ event }) => event.output },
                target: '#auth.pending-verification',
                actions: { type: 'beginVerification', params: ({ event }) => event.output },
              },
              { target: 'idle', actions: { type: 'failSignUp', params: ({ event }) => event.output } },
            ],
            onError: { target: 'idle', actions: { type: 'failSignUp', params: null } },
          },
        },
        'signing-in': {
          description: 'The identity service checks email and password.',
          tags: 'busy',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => submitted(event, 'sign-in.submitted').credentials,
            onDone: {
              target: 'answered',
              actions: { type: 'setAnswer', params: ({ event }) => event.output },
            },
            onError: { target: 'answered', actions: { type: 'setAnswer', params: null } },
          },
        },
        answered: {
          description: 'What the identity service answered to a sign-in decides where to continue.',
          always: [
            { guard: 'isProven', target: 'entered', actions: 'enter' },
            { guard: 'isChallenged', target: 'challenged', actions: 'requireChallenge' },
            { guard: 'isUnconfirmed', target: '#auth.pending-verification', actions: 'requireVerification' },
            { guard: 'isResetRequired', target: '#auth.pending-reset', actions: 'requireReset' },
            { target: 'idle', actions: 'failSignIn' },
          ],
        },
        challenged: {
          description: 'The identity service asks for more. The guest can also do something else instead.',
          exit: 'clearChallenge',
          invoke: {
            id: 'challenge',
            src: 'challenge',
            input: ({ context: { challenge } }) => ({ challenge: required(challenge) }),
            onDone: [
              {
                guard: { type: 'hasAnswer', params: ({ event }) => event.output },
                target: 'answered',
                actions: { type: 'setAnswer', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'idle', actions: { type: 'endChallenge', params: ({ event }) => event.output } },
            ],
          },
          on: {
            'sign-up.submitted': { target: 'signing-up', actions: 'clearFailure' },
            'sign-in.submitted': { target: 'signing-in', actions: 'clearFailure' },
            'hosted-sign-in.requested': { target: 'opening-hosted-sign-in', actions: 'clearFailure' },
            'reset.requested': { target: 'requesting-reset', actions: 'clearFailure' },
            'reset.opened': {
              target: '#auth.pending-reset',
              actions: [{ type: 'setPendingReset', params: ({ event }) => event }, 'clearFailure'],
            },
            'verification.opened': {
              target: '#auth.pending-verification',
              actions: [{ type: 'setPendingVerification', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
        'requesting-reset': {
          description: 'The identity service sends a reset code.',
          tags: 'busy',
          invoke: {
            id: 'requestReset',
            src: 'requestReset',
            input: ({ event }) => ({ email: submitted(event, 'reset.requested').email }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: '#auth.pending-reset',
                actions: [
                  { type: 'setRequestedReset', params: ({ event }) => event.output },
                  'emitResetSent',
                ],
              },
              { target: 'idle', actions: { type: 'failResetRequest', params: ({ event }) => event.output } },
            ],
            onError: { target: 'idle', actions: { type: 'failResetRequest', params: null } },
          },
        },
        'opening-hosted-sign-in': {
          description: 'The browser leaves for the hosted sign-in pages, or comes back with Back.',
          tags: 'busy',
          invoke: {
            id: 'openHostedSignIn',
            src: 'openHostedSignIn',
            onDone: { target: 'idle' },
            onError: { target: 'idle', actions: { type: 'failHostedSignIn', params: null } },
          },
          after: {
            hostedDepartureLimit: { target: 'idle', actions: { type: 'failHostedSignIn', params: null } },
          },
        },
        'opening-hosted-sign-out': {
          description: 'The browser leaves for the hosted pages, which end their session and send it back.',
          tags: 'busy',
          invoke: {
            id: 'openHostedSignOut',
            src: 'openHostedSignOut',
            onDone: { target: 'idle' },
            onError: { target: 'idle', actions: 'emitHostedSignOutFailed' },
          },
          after: { hostedSignOutLimit: { target: 'idle', actions: 'emitHostedSignOutFailed' } },
        },
        entered: { description: 'The guest has signed in.', type: 'final' },
      },
    },

    'pending-verification': {
      description: 'An email awaits its verification. The guest can also do something else instead.',
      invoke: {
        id: 'verification',
        src: 'verification',
        input: ({ context }) => ({ email: emailToVerify(context), ...context.verificationStart }),
        onDone: [
          {
            guard: { type: 'hasAnswer', params: ({ event }) => event.output },
            target: 'signed-out.answered',
            actions: [
              { type: 'setAnswer', params: ({ event }) => answerIn(event.output) },
              { type: 'endVerification', params: ({ event }) => event.output },
            ],
          },
          { target: 'signed-out', actions: { type: 'endVerification', params: ({ event }) => event.output } },
        ],
      },
      on: {
        'sign-up.submitted': { target: 'signed-out.signing-up', actions: 'clearFailure' },
        'sign-in.submitted': { target: 'signed-out.signing-in', actions: 'clearFailure' },
        'hosted-sign-in.requested': { target: 'signed-out.opening-hosted-sign-in', actions: 'clearFailure' },
        'reset.requested': { target: 'signed-out.requesting-reset', actions: 'clearFailure' },
        'reset.opened': {
          target: 'pending-reset',
          actions: [{ type: 'setPendingReset', params: ({ event }) => event }, 'clearFailure'],
        },
        'verification.opened': {
          guard: { type: 'isOtherVerification', params: ({ event }) => event },
          target: 'pending-verification',
          reenter: true,
          actions: [{ type: 'setPendingVerification', params: ({ event }) => event }, 'clearFailure'],
        },
      },
    },

    'pending-reset': {
      description: 'An email awaits its reset code. The guest can also do something else instead.',
      invoke: {
        id: 'reset',
        src: 'reset',
        input: ({ context }) => ({ email: emailToReset(context) }),
        onDone: { target: 'signed-out', actions: ['emitPasswordReset', 'clearPendingReset'] },
      },
      on: {
        'code.sent': { actions: ['setResetCode', { type: 'emit', params: { type: 'reset.resent' } }] },
        'sign-up.submitted': { target: 'signed-out.signing-up', actions: 'clearFailure' },
        'sign-in.submitted': { target: 'signed-out.signing-in', actions: 'clearFailure' },
        'hosted-sign-in.requested': { target: 'signed-out.opening-hosted-sign-in', actions: 'clearFailure' },
        'reset.requested': { target: 'signed-out.requesting-reset', actions: 'clearFailure' },
        'reset.opened': {
          guard: { type: 'isOtherReset', params: ({ event }) => event },
          target: 'pending-reset',
          reenter: true,
          actions: [{ type: 'setPendingReset', params: ({ event }) => event }, 'clearFailure'],
        },
        'verification.opened': {
          target: 'pending-verification',
          actions: [{ type: 'setPendingVerification', params: ({ event }) => event }, 'clearFailure'],
        },
      },
    },

    'signed-in': {
      description: 'A customer with a session.',
      initial: 'active',
      on: {
        'session.ended': {
          description: 'The session was revoked, has expired, or was ended in another tab.',
          target: 'signed-out',
          actions: [
            'clearEmails',
            'clearUser',
            'clearFailure',
            { type: 'emit', params: { type: 'session.lost' } },
          ],
        },
        'session.unreachable': {
          description: 'The session could not be renewed now. It stays.',
          actions: { type: 'emit', params: { type: 'session.unreachable' } },
        },
      },
      states: {
        registering: {
          description: 'The store creates or checks the customer record. The sign-in succeeds without it.',
          tags: 'busy',
          invoke: {
            id: 'registerCustomer',
            src: 'registerCustomer',
            input: ({ context }) => ({ user: required(context.user) }),
            onDone: { target: 'active', actions: 'emitSignedIn' },
            onError: {
              target: 'active',
              actions: [{ type: 'emitUnregistered', params: ({ event }) => event }, 'emitSignedIn'],
            },
          },
          after: { registrationLimit: { target: 'active', actions: 'emitSignedIn' } },
        },
        active: {
          description: 'The customer uses the store.',
          tags: 'authenticated',
          initial: 'idle',
          on: {
            'sign-out.requested': { target: 'signing-out' },
            'verification.opened': {
              guard: { type: 'isOtherVerification', params: ({ event }) => event },
              target: '.verifying',
              actions: [{ type: 'setPendingVerification', params: ({ event }) => event }, 'clearFailure'],
            },
          },
          states: {
            idle: {
              description: 'No email awaits its verification.',
              always: { guard: 'awaitsVerification', target: 'verifying' },
            },
            verifying: {
              description: 'Another email of this person is being verified.',
              invoke: {
                id: 'otherVerification',
                src: 'verification',
                input: ({ context }) => ({ email: emailToVerify(context), by: 'code', resends: false }),
                onDone: {
                  target: 'idle',
                  actions: { type: 'endVerification', params: ({ event }) => event.output },
                },
              },
            },
          },
        },
        'signing-out': {
          description:
            'The service revokes the session. If it did not answer before, the session ends only here.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'signOut',
            src: 'signOut',
            input: ({ context: { failure } }) => ({ isForced: failure?.step === 'sign-out' }),
            onDone: [
              {
                guard: { type: 'isHosted', params: ({ event }) => event.output },
                target: '#auth.signed-out.opening-hosted-sign-out',
                actions: [
                  'clearEmails',
                  'clearUser',
                  'clearFailure',
                  { type: 'emit', params: { type: 'hosted-sign-out.begun' } },
                ],
              },
              {
                guard: { type: 'isSignedOut', params: ({ event }) => event.output },
                target: '#auth.signed-out',
                actions: [
                  'clearEmails',
                  'clearUser',
                  'clearFailure',
                  { type: 'emit', params: { type: 'signed-out' } },
                ],
              },
              {
                target: 'active',
                actions: [{ type: 'failSignOut', params: ({ event }) => event.output }, 'emitSignOutFailed'],
              },
            ],
            onError: {
              target: 'active',
              actions: [{ type: 'failSignOut', params: null }, 'emitSignOutFailed'],
            },
          },
        },
      },
    },
  },
});
