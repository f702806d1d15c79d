import { assign, emit, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import {
  type ActorEvents,
  type Children,
  eventAs,
  failureAt,
  hasFailedAt,
  hasOutcome,
  isDone,
  outputAs,
  required,
  unimplemented,
} from '../shared.ts';
import type {
  AuthContext,
  AuthEmitted,
  AuthEvent,
  Credentials,
  IdentityResult,
  Registration,
  ResetCode,
  Restoration,
  SessionEnd,
  SignInResult,
  SignUpResult,
  User,
} from './auth.types.ts';
import type { challengeMachine } from './challenge.ts';
import type { hostedMachine } from './hosted.ts';
import type { passkeyMachine } from './passkey.ts';
import type { resetMachine } from './reset.ts';
import type { verificationMachine } from './verification.ts';

const actors = {
  restoreSession: fromPromise<Restoration>(unimplemented),
  watchSession: fromCallback<AuthEvent>(unimplemented),
  signUp: fromPromise<SignUpResult, Registration>(unimplemented),
  signIn: fromPromise<SignInResult, Credentials>(unimplemented),
  requestReset: fromPromise<IdentityResult<ResetCode>, { readonly email: string }>(unimplemented),
  registerCustomer: fromPromise<void, { readonly user: User }>(unimplemented),
  /** If forced, ends the session on this device even if the identity service doesn't respond. */
  signOut: fromPromise<IdentityResult<SessionEnd>, { readonly isForced: boolean }>(unimplemented),
  hosted: {} as typeof hostedMachine,
  challenge: {} as typeof challengeMachine,
  passkey: {} as typeof passkeyMachine,
  verification: {} as typeof verificationMachine,
  otherVerification: {} as typeof verificationMachine,
  reset: {} as typeof resetMachine,
};

const noEmails = { pendingVerification: null, codeSentTo: null, pendingReset: null };

/** Returns the input for a verification by code. Sends no code at the start. */
const byCode = (email: string) => ({ email, by: 'code' as const, resends: false });

/** The signal to emit for each outcome of a verification. */
const verificationEvents = {
  confirmed: 'email.verified',
  'already-confirmed': 'email.already-verified',
  'given-up': 'link.unconfirmed',
} as const;

export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent | ActorEvents<typeof actors>,
    emitted: {} as AuthEmitted,
    children: {} as Children<typeof actors>,
    tags: {} as 'authenticated' | 'busy',
  },
  actors,
  delays: {
    /** How long a sign-in waits for the customer record before it continues without the record, in ms. */
    registrationLimit: 3_000,
  },
  guards: {
    isDone,
    isUnanswered: hasOutcome('unanswered'),
    isSignOutFailed: hasOutcome('sign-out-failed'),
    isChallenged: hasOutcome('challenged'),
    isUnconfirmed: hasOutcome('unconfirmed'),
    isResetRequired: hasOutcome('reset-required'),
    isAnswered: hasOutcome('done', 'challenged', 'reset-required'),
    isEnded: hasOutcome('ended'),
    isHosted: ({ event }) =>
      event.type === 'xstate.done.actor.signOut' && event.output.outcome === 'done' && event.output.hosted,
    returnsFromHostedUi: ({ event }) =>
      event.type === 'xstate.done.actor.restoreSession' && event.output.returnsFromHostedUi,
    hasUser: ({ context }) => context.user !== null,
    hasChallenge: ({ context }) => context.challenge !== null,
    awaitsVerification: ({ context }) => context.pendingVerification !== null,
    awaitsReset: ({ context }) => context.pendingReset !== null,
    isSameVerification: ({ context, event }) =>
      eventAs(event, 'verification.opened').email === context.pendingVerification?.email,
    isOtherVerification: ({ context, event }) =>
      eventAs(event, 'verification.opened').email !== context.pendingVerification?.email,
    isSameReset: ({ context, event }) => eventAs(event, 'reset.opened').email === context.pendingReset,
    hasFailedAt,
  },
  actions: {
    restore: enqueueActions(({ event, enqueue }) => {
      const { output } = eventAs(event, 'xstate.done.actor.restoreSession');
      const { interruptedLink, returnsFromHostedUi, pendingVerification: email, ...restored } = output;
      enqueue.assign({ ...restored, pendingVerification: email === null ? null : byCode(email) });
      if (restored.user === null && interruptedLink !== null)
        enqueue.emit({ type: 'link.unconfirmed', email: interruptedLink });
    }),
    enter: assign(({ event }) => {
      const answer = outputAs(event, 'done');
      return { user: 'user' in answer ? answer.user : null };
    }),
    replaceSession: enqueueActions(({ context, event, enqueue }) => {
      const { user } = eventAs(event, 'session.replaced');
      if (context.user !== null && context.user.id !== user.id) enqueue.assign(noEmails);
      enqueue.assign({ user, challenge: null, failure: null });
      enqueue.emit({ type: 'session.replaced' });
    }),
    endSession: assign({ ...noEmails, user: null, failure: null }),
    clearUser: assign({ user: null }),
    updateUser: assign(({ event }) => ({ user: eventAs(event, 'user.changed').user })),
    requireChallenge: enqueueActions(({ event, enqueue }) => {
      const { challenge } = outputAs(event, 'challenged');
      enqueue.assign({ challenge });
      enqueue.emit({ type: 'challenge.required', email: challenge.email });
    }),
    emitChallengeEnded: emit(({ event }) => ({
      type: 'challenge.ended' as const,
      failure: outputAs(event, 'ended').failure,
    })),
    clearChallenge: assign({ challenge: null }),
    requireVerification: enqueueActions(({ event, enqueue }) => {
      const { email, message, verification: by } = outputAs(event, 'unconfirmed');
      enqueue.assign({ pendingVerification: { email, by, resends: true } });
      enqueue.emit({ type: 'verification.required', email, message });
    }),
    beginVerification: enqueueActions(({ event, enqueue }) => {
      const answer = outputAs(eventAs(event, 'xstate.done.actor.signUp'), 'done');
      const { email, verification: by, waiting } = answer;
      enqueue.assign({ pendingVerification: { email, by, resends: false } });
      if (waiting === null) enqueue.assign({ codeSentTo: email });
      enqueue.emit({ type: 'account.created', email, waiting });
    }),
    openVerification: assign(({ event }) => ({
      pendingVerification: byCode(eventAs(event, 'verification.opened').email),
      failure: null,
    })),
    endVerification: enqueueActions(({ context, event, enqueue }) => {
      const ends = ['xstate.done.actor.verification', 'xstate.done.actor.otherVerification'] as const;
      const { outcome } = eventAs(event, ends).output;
      const { email } = required(context.pendingVerification);
      enqueue.assign({ pendingVerification: null, codeSentTo: null });
      if (outcome === 'confirmed' || outcome === 'already-confirmed' || outcome === 'given-up')
        enqueue.emit({ type: verificationEvents[outcome], email });
      else if (outcome !== 'reset-required') enqueue.emit({ type: 'link.confirmed' });
    }),
    keepCodeSentTo: assign(({ context }) => ({ codeSentTo: required(context.pendingVerification).email })),
    requireReset: enqueueActions(({ event, enqueue }) => {
      const { email, message } = outputAs(event, 'reset-required');
      enqueue.assign({ pendingReset: email });
      enqueue.emit({ type: 'reset.required', email, message });
    }),
    beginReset: enqueueActions(({ event, enqueue }) => {
      const { email } = outputAs(eventAs(event, 'xstate.done.actor.requestReset'), 'done');
      enqueue.assign({ pendingReset: email });
      enqueue.emit({ type: 'reset.sent', email });
    }),
    openReset: assign(({ event }) => ({ pendingReset: eventAs(event, 'reset.opened').email, failure: null })),
    endReset: enqueueActions(({ context, enqueue }) => {
      enqueue.emit({ type: 'password.reset', email: required(context.pendingReset) });
      enqueue.assign({ pendingReset: null });
    }),
    fail: assign(failureAt),
    failSignOut: assign((args) => failureAt(args, { step: 'sign-out' })),
    clearFailure: assign({ failure: null }),
    emitReport: emit(({ event }) => ({
      type: eventAs(event, ['code.sent', 'code.unsent', 'reset.resent', 'user.changed']).type,
    })),
    emitSessionUnreachable: emit({ type: 'session.unreachable' }),
    emitSignedIn: emit({ type: 'signed-in' }),
    emitUnregistered: emit(({ event }) => ({
      type: 'customer.unregistered' as const,
      error: eventAs(event, 'xstate.error.actor.registerCustomer').error,
    })),
    emitSignedOut: emit({ type: 'signed-out' }),
    emitSignOutFailed: emit({ type: 'sign-out.failed' }),
    emitHostedSignOutBegun: emit({ type: 'hosted-sign-out.begun' }),
    emitHostedSignOutFailed: emit({ type: 'hosted-sign-out.failed' }),
    emitSessionLost: emit({ type: 'session.lost' }),
  },
}).createMachine({
  id: 'auth',
  description: 'The lifecycle of an account in one browser tab.',
  context: {
    user: null,
    pendingVerification: null,
    pendingReset: null,
    codeSentTo: null,
    challenge: null,
    failure: null,
  },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'loading',
  on: {
    'failure.dismissed': { guard: 'hasFailedAt', actions: 'clearFailure' },
    'session.replaced': { target: '.signed-in', actions: 'replaceSession' },
    'code.sent': { actions: ['keepCodeSentTo', 'emitReport'] },
    'code.unsent': { actions: 'emitReport' },
    'reset.resent': { actions: 'emitReport' },
  },
  states: {
    loading: {
      description: 'Looks for a session.',
      initial: 'restoring',
      on: { 'session.ended': { actions: 'clearUser' } },
      onDone: [
        { guard: 'hasUser', target: 'signed-in' },
        { guard: 'hasChallenge', target: 'guest.challenged' },
        { guard: 'awaitsVerification', target: 'guest.pending-verification' },
        { guard: 'awaitsReset', target: 'guest.pending-reset' },
        { target: 'guest' },
      ],
      states: {
        restoring: {
          description: 'Reads the stored session, and the emails that still await a code.',
          invoke: {
            id: 'restoreSession',
            src: 'restoreSession',
            onDone: [
              { guard: 'returnsFromHostedUi', target: 'completing-hosted-sign-in', actions: 'restore' },
              { target: 'restored', actions: 'restore' },
            ],
            onError: { target: 'restored' },
          },
        },
        'completing-hosted-sign-in': {
          description: 'Completes a sign-in after the hosted pages sent the browser back.',
          invoke: {
            id: 'hosted',
            src: 'hosted',
            input: { visit: 'return' },
            onDone: [
              { guard: 'isDone', target: '#auth.signed-in.registering', actions: 'enter' },
              { guard: 'isUnanswered', target: 'restored' },
              { target: 'restored', actions: { type: 'fail', params: { step: 'hosted-sign-in' } } },
            ],
          },
        },
        restored: { description: 'The next state depends on what was found.', type: 'final' },
      },
    },

    guest: {
      description: 'A guest, who can sign up, sign in, request a reset code or open a page for a code.',
      initial: 'signed-out',
      on: {
        'sign-up.submitted': { target: 'signing-up', actions: 'clearFailure' },
        'sign-in.submitted': { target: 'signing-in', actions: 'clearFailure' },
        'hosted-sign-in.requested': { target: 'opening-hosted-pages', actions: 'clearFailure' },
        'reset.requested': { target: 'requesting-reset', actions: 'clearFailure' },
        'reset.opened': { target: '.pending-reset', actions: 'openReset' },
        'verification.opened': { target: '.pending-verification', actions: 'openVerification' },
      },
      states: {
        'signed-out': {
          description: 'Nothing is pending.',
          invoke: { id: 'passkey', src: 'passkey', onDone: { target: '#auth.answered' } },
        },
        challenged: {
          description: 'The identity service requires another step.',
          exit: 'clearChallenge',
          invoke: {
            id: 'challenge',
            src: 'challenge',
            input: ({ context: { challenge } }) => ({ challenge: required(challenge) }),
            onDone: [
              { guard: 'isAnswered', target: '#auth.answered' },
              { guard: 'isEnded', target: 'signed-out', actions: 'emitChallengeEnded' },
              { target: 'signed-out' },
            ],
          },
        },
        'pending-verification': {
          description: 'An email awaits its verification.',
          invoke: {
            id: 'verification',
            src: 'verification',
            input: ({ context }) => required(context.pendingVerification),
            onDone: [
              { guard: 'isAnswered', target: '#auth.answered', actions: 'endVerification' },
              { target: 'signed-out', actions: 'endVerification' },
            ],
          },
          on: { 'verification.opened': { guard: 'isSameVerification', actions: 'clearFailure' } },
        },
        'pending-reset': {
          description: 'An email awaits its reset code.',
          invoke: {
            id: 'reset',
            src: 'reset',
            input: ({ context }) => ({ email: required(context.pendingReset) }),
            onDone: { target: 'signed-out', actions: 'endReset' },
          },
          on: { 'reset.opened': { guard: 'isSameReset', actions: 'clearFailure' } },
        },
      },
    },

    'signing-up': {
      description: 'The identity service creates the account.',
      tags: 'busy',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ event }) => eventAs(event, 'sign-up.submitted').registration,
        onDone: [
          { guard: 'isDone', target: 'guest.pending-verification', actions: 'beginVerification' },
          { target: 'guest', actions: { type: 'fail', params: { step: 'sign-up' } } },
        ],
        onError: { target: 'guest', actions: { type: 'fail', params: { step: 'sign-up' } } },
      },
    },

    'signing-in': {
      description: 'The identity service checks email and password.',
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => eventAs(event, 'sign-in.submitted').credentials,
        onDone: { target: 'answered' },
        onError: { target: 'answered' },
      },
    },

    answered: {
      description: 'The next state depends on how the identity service responded to a sign-in.',
      always: [
        { guard: 'isDone', target: 'signed-in.registering', actions: 'enter' },
        { guard: 'isChallenged', target: 'guest.challenged', actions: 'requireChallenge' },
        { guard: 'isUnconfirmed', target: 'guest.pending-verification', actions: 'requireVerification' },
        { guard: 'isResetRequired', target: 'guest.pending-reset', actions: 'requireReset' },
        { target: 'guest', actions: { type: 'fail', params: { step: 'sign-in' } } },
      ],
    },

    'requesting-reset': {
      description: 'The identity service sends a reset code.',
      tags: 'busy',
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ event }) => ({ email: eventAs(event, 'reset.requested').email }),
        onDone: [
          { guard: 'isDone', target: 'guest.pending-reset', actions: 'beginReset' },
          { target: 'guest', actions: { type: 'fail', params: { step: 'request-reset' } } },
        ],
        onError: { target: 'guest', actions: { type: 'fail', params: { step: 'request-reset' } } },
      },
    },

    'opening-hosted-pages': {
      description: 'The browser leaves for the hosted pages, to sign in or to sign out.',
      tags: 'busy',
      invoke: {
        id: 'hosted',
        src: 'hosted',
        input: ({ event }) => ({ visit: event.type === 'hosted-sign-in.requested' ? 'sign-in' : 'sign-out' }),
        onDone: [
          { guard: 'isUnanswered', target: 'guest' },
          { guard: 'isSignOutFailed', target: 'guest', actions: 'emitHostedSignOutFailed' },
          { target: 'guest', actions: { type: 'fail', params: { step: 'hosted-sign-in' } } },
        ],
      },
    },

    'signed-in': {
      description: 'A customer with a session.',
      initial: 'active',
      on: {
        'session.ended': { target: 'guest', actions: ['endSession', 'emitSessionLost'] },
        'session.unreachable': { actions: 'emitSessionUnreachable' },
        'user.changed': { actions: ['updateUser', 'emitReport'] },
      },
      states: {
        registering: {
          description: 'The store creates or checks the customer record. A failure doesn’t end the sign-in.',
          tags: 'busy',
          invoke: {
            id: 'registerCustomer',
            src: 'registerCustomer',
            input: ({ context }) => ({ user: required(context.user) }),
            onDone: { target: 'active', actions: 'emitSignedIn' },
            onError: { target: 'active', actions: ['emitUnregistered', 'emitSignedIn'] },
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
              guard: 'isOtherVerification',
              target: '.verifying',
              actions: 'openVerification',
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
                src: 'otherVerification',
                input: ({ context }) => byCode(required(context.pendingVerification).email),
                onDone: { target: 'idle', actions: 'endVerification' },
              },
            },
          },
        },
        'signing-out': {
          description: 'The service revokes the session. A retry ends the session only on this device.',
          tags: ['authenticated', 'busy'],
          invoke: {
            id: 'signOut',
            src: 'signOut',
            input: ({ context: { failure } }) => ({ isForced: failure?.step === 'sign-out' }),
            onDone: [
              {
                guard: 'isHosted',
                target: '#auth.opening-hosted-pages',
                actions: ['endSession', 'emitHostedSignOutBegun'],
              },
              { guard: 'isDone', target: '#auth.guest', actions: ['endSession', 'emitSignedOut'] },
              { target: 'active', actions: ['failSignOut', 'emitSignOutFailed'] },
            ],
            onError: { target: 'active', actions: ['failSignOut', 'emitSignOutFailed'] },
          },
        },
      },
    },
  },
});
