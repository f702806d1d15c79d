import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { selectReset, selectVerification } from '#machines/account/auth.selectors.ts';
import { authMachine } from '#machines/account/auth.ts';
import type {
  AuthEvent,
  IdentityFailureName,
  IdentityResult,
  ResetCode,
  Restoration,
  SentCode,
  SessionEnd,
  SignInResult,
  SignUpResult,
  User,
} from '#machines/account/auth.types.ts';
import { challengeMachine } from '#machines/account/challenge.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { resetMachine } from '#machines/account/reset.ts';
import type { ResetEvent, ResetSubmission } from '#machines/account/reset.types.ts';
import { verificationMachine } from '#machines/account/verification.ts';
import type { VerificationEvent } from '#machines/account/verification.types.ts';
import { answering, settle } from './harness.ts';

export const user: User = {
  id: 'u1',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: null,
};
export const signedOut: Restoration = {
  user: null,
  pendingVerification: null,
  pendingReset: null,
  challenge: null,
  codeSentTo: null,
  interruptedLink: null,
  returnsFromHostedUi: false,
};
/** When codes are sent on request. */
export const sentAt = 1_700_000_000_000;
const sent = { outcome: 'done', email: user.email, sentAt } as const;
export const done = { outcome: 'done' } as const;
export const unconfirmed = {
  outcome: 'unconfirmed',
  email: user.email,
  verification: 'link',
  message: 'User is not confirmed.',
} as const;
export const refusal = (name: IdentityFailureName) =>
  ({ outcome: 'refused', failure: { name, message: '' } }) as const;
export const registration = {
  firstName: 'Ada',
  lastName: 'L',
  email: user.email,
  phone: '+15551234567',
  password: 'p',
};
export const credentials = { email: user.email, password: 'Secret-1!' };

export interface World {
  restored: Restoration;
  signUp: SignUpResult;
  signIn: SignInResult;
  repeated: () => SignInResult | Promise<SignInResult>;
  hosted: IdentityResult<{ user: User }> | Promise<IdentityResult<{ user: User }>>;
  registers: () => Promise<void>;
  signOut: (input: { isForced: boolean }) => IdentityResult<SessionEnd>;
}

export const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    restored: signedOut,
    signUp: { outcome: 'done', email: user.email, verification: 'code', waiting: null },
    signIn: { outcome: 'done', user },
    repeated: () => unconfirmed,
    hosted: { outcome: 'done', user },
    registers: async () => undefined,
    signOut: () => ({ outcome: 'done', hosted: false }),
    ...world,
  };
  const repeatSignIn = answering<SignInResult>(() => w.repeated());
  const signOut = answering<IdentityResult<SessionEnd>, { isForced: boolean }>((input) => w.signOut(input));
  const sendResetCode = answering<IdentityResult<ResetCode>, { email: string }>(() => sent).logic;
  const held = { credentials: 0 };
  let elsewhere: (event: AuthEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const verification = verificationMachine.provide({
    actors: {
      confirmEmail: answering<IdentityResult, { email: string; code: string }>(() => done).logic,
      sendVerificationCode: answering<IdentityResult<SentCode>, { email: string }>(() => sent).logic,
      forgetCredentialsOnExit: fromCallback(() => {
        held.credentials += 1;
        return () => {
          held.credentials -= 1;
        };
      }),
      repeatSignIn: repeatSignIn.logic,
    },
  });
  const reset = resetMachine.provide({
    actors: {
      resetPassword: answering<IdentityResult, ResetSubmission>(() => done).logic,
      sendResetCode,
    },
  });
  const hosted = hostedMachine.provide({
    actors: { completeHostedSignIn: answering<IdentityResult<{ user: User }>>(() => w.hosted).logic },
  });
  const challenge = challengeMachine.provide({
    actors: { forgetChallengeOnExit: fromCallback(() => undefined) },
  });
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: answering<Restoration>(() => w.restored).logic,
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => {
          elsewhere = sendBack;
        }),
        hosted,
        signUp: answering<SignUpResult, typeof registration>(() => w.signUp).logic,
        signIn: answering<SignInResult, typeof credentials>(() => w.signIn).logic,
        registerCustomer: answering<void, { user: User }>(() => w.registers()).logic,
        signOut: signOut.logic,
        verification,
        otherVerification: verification,
        challenge,
        passkey: passkeyMachine,
        requestReset: sendResetCode,
        reset,
      },
    }),
    { clock },
  );
  const emitted: string[] = [];
  auth.on('*', ({ type }) => emitted.push(type));
  auth.start();
  await settle();
  return {
    auth,
    clock,
    emitted,
    world: w,
    repeatSignIn,
    signOut,
    held,
    elsewhere: (event: AuthEvent) => elsewhere(event),
    state: () => auth.getSnapshot().value,
    verificationState: () => selectVerification(auth.getSnapshot())?.getSnapshot().value,
    context: () => auth.getSnapshot().context,
    wait: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    send: async (...events: AuthEvent[]) => {
      for (const event of events) auth.send(event);
      await settle();
    },
    verify: async (event: VerificationEvent) => {
      selectVerification(auth.getSnapshot())?.send(event);
      await settle();
    },
    reset: async (event: ResetEvent) => {
      selectReset(auth.getSnapshot())?.send(event);
      await settle();
    },
  };
};
