import type {
  Answer,
  Credentials,
  Registration,
  SignInAnswer,
  SignUpAnswer,
  Verification,
} from '#machines/auth.types.ts';
import type { Asking } from './asking.ts';
import type { SessionKeeper } from './session.ts';
import type { SessionHolder } from './session-holder.ts';

/** Sign-up, verification, sign-in and reset. Codes and passwords are passed on and not kept, but for `repeatSignIn`. */
export interface Account {
  /** Where the pool verifies by link, the credentials are held for `repeatSignIn` until `forgetCredentials`. */
  signUp(registration: Registration, signal?: AbortSignal): Promise<SignUpAnswer>;
  confirmEmail(input: { readonly email: string; readonly code: string }): Promise<Answer>;
  sendVerificationCode(input: { readonly email: string }): Promise<Answer>;
  sendResetCode(input: { readonly email: string }): Promise<Answer<{ readonly email: string }>>;
  resetPassword(input: {
    readonly email: string;
    readonly code: string;
    readonly password: string;
  }): Promise<Answer>;
  /** The credentials of an account that is not confirmed are held as signUp's. A signal that is aborted in time keeps everybody out. */
  signIn(credentials: Credentials, signal?: AbortSignal): Promise<SignInAnswer>;
  /** Signs in with the credentials that are held. */
  repeatSignIn(signal?: AbortSignal): Promise<SignInAnswer>;
  forgetCredentials(): void;
}

export const createAccount = (
  { answer }: Asking,
  verification: Verification,
  sessions: SessionKeeper,
  holder: SessionHolder,
): Account => {
  let held: Credentials | null = null;

  const hold = (credentials: Credentials, signal?: AbortSignal) => {
    if (verification === 'link' && !signal?.aborted) held = credentials;
  };

  const signIn = async (credentials: Credentials, signal?: AbortSignal): Promise<SignInAnswer> => {
    const { password } = credentials;
    const email = credentials.email.trim();
    const answered = await answer(
      { username: email, password },
      async (cognito, expiry) => {
        const changes = await cognito.signIn({ email, password }, expiry);
        expiry.throwIfAborted();
        sessions.forget();
        changes.commit();
      },
      signal,
    );
    if (answered.outcome === 'done') {
      const session = holder.admit();
      return session === null
        ? { outcome: 'refused', failure: { name: 'unavailable', message: '' } }
        : { outcome: 'done', user: session.user };
    }
    if (answered.failure.name !== 'user-not-confirmed') return answered;
    hold({ email, password }, signal);
    return { outcome: 'unconfirmed', email, verification };
  };

  return {
    async signUp(registration, signal) {
      const { password } = registration;
      const email = registration.email.trim();
      const answered = await answer({ username: email, password }, (cognito, expiry) =>
        cognito.signUp({ ...registration, email }, expiry),
      );
      if (answered.outcome === 'refused') return answered;
      hold({ email, password }, signal);
      return { ...answered, email, verification };
    },

    confirmEmail(input) {
      const [email, code] = [input.email.trim(), input.code.trim()];
      return answer({ username: email, code }, (cognito, expiry) =>
        cognito.confirmSignUp({ email, code }, expiry),
      );
    },

    sendVerificationCode(input) {
      const email = input.email.trim();
      return answer({ username: email }, (cognito, expiry) => cognito.resendSignUpCode({ email }, expiry));
    },

    async sendResetCode(input) {
      const email = input.email.trim();
      const answered = await answer({ username: email }, (cognito, expiry) =>
        cognito.sendResetCode({ email }, expiry),
      );
      return answered.outcome === 'done' ? { ...answered, email } : answered;
    },

    resetPassword({ password, ...input }) {
      const [email, code] = [input.email.trim(), input.code.trim()];
      return answer({ username: email, code, password }, (cognito, expiry) =>
        cognito.resetPassword({ email, code, password }, expiry),
      );
    },

    signIn,

    async repeatSignIn(signal) {
      if (held === null) throw new Error('A sign-in is repeated without credentials');
      return signIn(held, signal);
    },

    forgetCredentials() {
      held = null;
    },
  };
};
