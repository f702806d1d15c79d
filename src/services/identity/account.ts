import type {
  Answer,
  Credentials,
  Registration,
  SessionEnd,
  SignInAnswer,
  SignUpAnswer,
} from '#machines/auth.types.ts';
import { withTimeout } from '#services/abort.ts';
import { UnavailableError } from '#services/errors.ts';
import { lazyImport } from '#services/lazy-import.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { callCognito, endpointOf } from './client.ts';
import { createDevices, type Devices } from './devices.ts';
import type { IdentityEnvironment } from './environment.ts';
import { answerOf, isNotAuthorized, requireFields } from './errors.ts';
import type { Library } from './library.ts';
import { createHostedSignIn, type HostedSignIn, type HostedSignInParts } from './oauth.ts';

/** All that is asked of the user pool. Codes and passwords are passed on and not kept, but for `repeatSignIn`. */
export interface Account extends HostedSignIn, Devices {
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
  readonly accessToken: AccessToken;
  /** Asks whether the session still stands, and ends it here when it does not. Rejects when it can't be asked. */
  verifySession(): Promise<unknown>;
  /** Revokes the session at the service, then forgets it here; refused, it is kept. */
  signOut(): Promise<Answer<SessionEnd>>;
}

export interface AccountParts extends HostedSignInParts {
  readonly environment: IdentityEnvironment;
}

const importLibrary = lazyImport(() => import('./library.ts'));

/** This module carries all but the identity library, and is itself loaded with the first need of it. */
export const createAccount = (parts: AccountParts): Account => {
  const { settings, storage, session } = parts;
  const { clientId, verification = 'code' } = settings;
  const { limit, locks } = parts.environment;
  let held: Credentials | null = null;

  const loadLibrary = async (): Promise<Library> => {
    const { createLibrary } = await importLibrary().catch((cause: unknown) => {
      throw new UnavailableError('The identity library could not be loaded', { cause });
    });
    return createLibrary(settings, storage);
  };

  /** @throws what the operation throws, and UnavailableError at the limit or without the library. */
  const ask = <Result>(
    operation: (library: Library, ending: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => withTimeout(limit, async (ending) => operation(await loadLibrary(), ending), signal);

  const accessToken = createAccessToken({ clientId, session, loadLibrary, limit, locks });

  /** A token that the service takes no more is refreshed once; only the refresh decides over the session. */
  const callAuthorized = async (operation: string, parameters: object) => {
    const callWith = (AccessToken: string) =>
      withTimeout(limit, (signal) =>
        callCognito(endpointOf(settings), operation, { ...parameters, AccessToken }, signal),
      );
    const token = await accessToken();
    try {
      return await callWith(token);
    } catch (error) {
      if (!isNotAuthorized(error)) throw error;
      return callWith(await accessToken({ refused: token }));
    }
  };

  const hold = (credentials: Credentials, signal?: AbortSignal) => {
    if (verification === 'link' && !signal?.aborted) held = credentials;
  };

  const signIn = async (credentials: Credentials, signal?: AbortSignal): Promise<SignInAnswer> => {
    const { password } = credentials;
    const email = credentials.email.trim();
    const answer = await answerOf(async () => {
      requireFields({ username: email, password });
      const { user } = await ask(async (library, ending) => {
        const changes = await library.signIn({ email, password }, ending);
        ending.throwIfAborted();
        return session.start(changes.commit);
      }, signal);
      return { user };
    });
    if (answer.outcome === 'done' || answer.failure.name !== 'user-not-confirmed') return answer;
    hold({ email, password }, signal);
    return { outcome: 'unconfirmed', email, verification };
  };

  return {
    ...createHostedSignIn(parts),
    ...createDevices({ clientId, storage, session, callAuthorized }),
    accessToken,
    signIn,

    signUp: (registration, signal) =>
      answerOf(async () => {
        const { password } = registration;
        const email = registration.email.trim();
        requireFields({ username: email, password });
        await ask((library, ending) => library.signUp({ ...registration, email }, ending));
        hold({ email, password }, signal);
        return { email, verification };
      }),

    confirmEmail: (input) =>
      answerOf(async () => {
        const [email, code] = [input.email.trim(), input.code.trim()];
        requireFields({ username: email, code });
        await ask((library, ending) => library.confirmSignUp(email, code, ending));
        return {};
      }),

    sendVerificationCode: (input) =>
      answerOf(async () => {
        const email = input.email.trim();
        requireFields({ username: email });
        await ask((library, ending) => library.resendSignUpCode(email, ending));
        return {};
      }),

    sendResetCode: (input) =>
      answerOf(async () => {
        const email = input.email.trim();
        requireFields({ username: email });
        await ask((library, ending) => library.sendResetCode(email, ending));
        return { email };
      }),

    resetPassword: ({ password, ...input }) =>
      answerOf(async () => {
        const [email, code] = [input.email.trim(), input.code.trim()];
        requireFields({ username: email, password, code });
        await ask((library, ending) => library.resetPassword(email, code, password, ending));
        return {};
      }),

    async repeatSignIn(signal) {
      if (held === null) throw new Error('A sign-in is repeated without credentials');
      return signIn(held, signal);
    },

    forgetCredentials() {
      held = null;
    },

    verifySession: () => callAuthorized('GetUser', {}),

    signOut: () =>
      answerOf(async () => {
        const current = session.current();
        if (current !== null)
          await ask((library, ending) => library.revoke(current, ending)).catch((error: unknown) => {
            // What is revoked already is signed out.
            if (!isNotAuthorized(error)) throw error;
          });
        session.end();
        return { hosted: current?.hosted ?? false };
      }),
  };
};
