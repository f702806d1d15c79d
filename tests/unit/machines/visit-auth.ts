import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { authMachine } from '#machines/auth.ts';
import type {
  Answer,
  AuthEvent,
  ChallengeAnswer,
  IdentityFailureName,
  Restoration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
  User,
} from '#machines/auth.types.ts';
import { answering, failing, settle } from './harness.ts';

export const user: User = {
  id: 'u1',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: null,
};
export const nobody: Restoration = {
  user: null,
  pendingVerification: null,
  pendingReset: null,
  challenge: null,
  codeSentTo: null,
  interruptedLink: null,
  returnsFromHostedUi: false,
};
export const refused = { outcome: 'refused', failure: { name: 'code-mismatch', message: 'No.' } } as const;
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
  answered: SignInAnswer;
  repeated: () => SignInAnswer | Promise<SignInAnswer>;
  hosted: Answer<{ user: User }> | Promise<Answer<{ user: User }>>;
  departs: () => Promise<void>;
  end: Answer<SessionEnd>;
  forgotten: SessionEnd;
  plain: Answer;
  reset: Answer<{ email: string }>;
  throws: boolean;
  registers: () => Promise<void>;
}

export const visit = async (world: Partial<World> = {}) => {
  const w: World = {
    restored: nobody,
    signUp: { outcome: 'done', email: user.email, verification: 'code' },
    signIn: { outcome: 'done', user },
    answered: { outcome: 'done', user },
    repeated: () => unconfirmed,
    hosted: { outcome: 'done', user },
    departs: () => new Promise(() => undefined),
    end: { outcome: 'done', hosted: false },
    forgotten: { hosted: false },
    plain: done,
    reset: { outcome: 'done', email: user.email },
    throws: false,
    registers: async () => undefined,
    ...world,
  };
  const or = <T>(value: T) => (w.throws ? failing() : value);
  const signOut = answering<Answer<SessionEnd>>(() => or(w.end));
  const forgetSession = answering<SessionEnd>(() => w.forgotten);
  const repeatSignIn = answering<SignInAnswer>(() => w.repeated());
  const answerChallenge = answering<SignInAnswer, ChallengeAnswer>(() => or(w.answered));
  const held = { credentials: 0, challenges: 0 };
  let elsewhere: (event: AuthEvent) => void = () => undefined;
  const clock = new SimulatedClock();
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: answering<Restoration>(() => or(w.restored)).logic,
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => {
          elsewhere = sendBack;
        }),
        openHostedSignIn: answering<void>(() => or(w.departs())).logic,
        completeHostedSignIn: answering<Answer<{ user: User }>>(() => or(w.hosted)).logic,
        openHostedSignOut: answering<void>(() => or(w.departs())).logic,
        signUp: answering<SignUpAnswer, typeof registration>(() => or(w.signUp)).logic,
        holdCredentials: fromCallback(() => {
          held.credentials += 1;
          return () => {
            held.credentials -= 1;
          };
        }),
        holdChallenge: fromCallback(() => {
          held.challenges += 1;
          return () => {
            held.challenges -= 1;
          };
        }),
        answerChallenge: answerChallenge.logic,
        repeatSignIn: repeatSignIn.logic,
        signIn: answering<SignInAnswer, typeof credentials>(() => or(w.signIn)).logic,
        registerCustomer: answering<void, { user: User }>(() => w.registers()).logic,
        signOut: signOut.logic,
        forgetSession: forgetSession.logic,
        confirmEmail: answering<Answer, { email: string; code: string }>(() => or(w.plain)).logic,
        sendVerificationCode: answering<Answer, { email: string }>(() => or(w.plain)).logic,
        sendResetCode: answering<Answer<{ email: string }>, { email: string }>(() => or(w.reset)).logic,
        resetPassword: answering<Answer, { email: string; code: string; password: string }>(() => or(w.plain))
          .logic,
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
    signOut,
    forgetSession,
    repeatSignIn,
    answerChallenge,
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
