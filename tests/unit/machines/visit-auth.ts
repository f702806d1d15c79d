import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { authMachine } from '#machines/auth.ts';
import type {
  Answer,
  AuthEvent,
  IdentityFailureName,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
  User,
} from '#machines/auth.types.ts';
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
export const done = { outcome: 'done' } as const;
export const unconfirmed = {
  outcome: 'unconfirmed',
  email: user.email,
  verification: 'link',
  message: 'User is not confirmed.',
} as const;
export const refusal = (name: IdentityFailureName): SignInAnswer => ({
  outcome: 'refused',
  failure: { name, message: '' },
});
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
  signUp: SignUpAnswer;
  signIn: SignInAnswer;
  repeated: () => SignInAnswer | Promise<SignInAnswer>;
  hosted: Answer<{ user: User }> | Promise<Answer<{ user: User }>>;
  registers: () => Promise<void>;
}

export const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    restored: signedOut,
    signUp: { outcome: 'done', email: user.email, verification: 'code' },
    signIn: { outcome: 'done', user },
    repeated: () => unconfirmed,
    hosted: { outcome: 'done', user },
    registers: async () => undefined,
    ...world,
  };
  const repeatSignIn = answering<SignInAnswer>(() => w.repeated());
  const held = { credentials: 0 };
  let elsewhere: (event: AuthEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: answering<Restoration>(() => w.restored).logic,
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => {
          elsewhere = sendBack;
        }),
        completeHostedSignIn: answering<Answer<{ user: User }>>(() => w.hosted).logic,
        signUp: answering<SignUpAnswer, typeof registration>(() => w.signUp).logic,
        holdCredentials: fromCallback(() => {
          held.credentials += 1;
          return () => {
            held.credentials -= 1;
          };
        }),
        repeatSignIn: repeatSignIn.logic,
        signIn: answering<SignInAnswer, typeof credentials>(() => w.signIn).logic,
        registerCustomer: answering<void, { user: User }>(() => w.registers()).logic,
        signOut: answering<Answer<SessionEnd>>(() => ({ outcome: 'done', hosted: false })).logic,
        confirmEmail: answering<Answer, { email: string; code: string }>(() => done).logic,
        sendVerificationCode: answering<Answer, { email: string }>(() => done).logic,
        sendResetCode: answering<Answer<{ email: string }>, { email: string }>(() => ({
          outcome: 'done',
          email: user.email,
        })).logic,
        resetPassword: answering<Answer, { email: string; code: string; password: string }>(() => done).logic,
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
    held,
    elsewhere: (event: AuthEvent) => elsewhere(event),
    state: () => auth.getSnapshot().value,
    context: () => auth.getSnapshot().context,
    wait: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    send: async (...events: AuthEvent[]) => {
      for (const event of events) auth.send(event);
      await settle();
    },
  };
};
