import type {
  Credentials,
  IdentityFailureName,
  IdentityResult,
  Registration,
  ResetCode,
  SentCode,
  SessionEnd,
  SignInResult,
  SignUpResult,
  WaitingReason,
} from '#machines/account/auth.types.ts';
import { withTimeout } from '#services/abort.ts';
import { UnavailableError } from '#services/errors.ts';
import { type DeviceStorage, openStorage } from '#services/storage/device-storage.ts';
import type { Addressee, IdentityAdapter, SubmittedCode } from './adapter.ts';
import { createAuthenticator } from './authenticator.ts';
import { type AuthorizedCall, callCognito } from './client.ts';
import { createDevices } from './devices.ts';
import { ChallengeError, FailureError, isInputRefused, isSessionRefused, resultOf } from './errors.ts';
import { createHostedSignIn } from './oauth.ts';
import type { AssertedPasskey } from './passkey-sign-in.ts';
import type { Passkeys } from './passkeys.ts';
import type { AuthorizationResponse, PendingAuthorization } from './pending.ts';
import type { Profile } from './profile.ts';
import type { IdentityContext } from './session.ts';
import { createSignIn, signInAs, type WithLibrary } from './sign-in.ts';
import { type AccessToken, createAccessToken } from './token-refresh.ts';

type Submission = Addressee & Partial<SubmittedCode & Credentials>;

/** Trims everything except the password, in which spaces count. Removes invisible characters from emails. */
const trimmed = <Typed extends Submission>(typed: Typed): Typed => {
  const { email, code } = typed;
  return {
    ...typed,
    email: email.replace(/\p{Cf}/gu, '').trim(),
    ...(code !== undefined && { code: code.trim() }),
  };
};

/** Composes a new password's characters (NFC), because keyboards differ in how they send an accent. */
const withComposed = <Typed extends Submission>(typed: Typed): Typed => ({
  ...typed,
  ...(typed.password !== undefined && { password: typed.password.normalize() }),
});

/** The message for each empty field. We check fields because the library sends them even if empty. */
const emptyFieldMessages = [
  ['email', 'Username cannot be empty'],
  ['password', 'Password cannot be empty'],
  ['code', 'Confirmation code cannot be empty'],
] as const;

/** Refusals that mean the account exists. `username-exists` counts only if an earlier response was lost. */
const waitingReasons: ReadonlyMap<IdentityFailureName, WaitingReason> = new Map([
  ['code-undelivered', 'delivery-failed'],
  ['username-exists', 'answer-lost'],
]);

/** Waits for a dynamic import. @throws {UnavailableError} if it fails */
const loaded = <Code>(code: Promise<Code>): Promise<Code> =>
  code.catch((cause: unknown) => {
    throw new UnavailableError('Code of the account could not be loaded', { cause });
  });

const importPasskeySignIn = () => loaded(import('./passkey-sign-in.ts'));

const refuseEmptyFields = (fields: Submission): void => {
  for (const [field, message] of emptyFieldMessages)
    if (fields[field] === '') throw new FailureError('field-empty', message);
};

/** Returns a call that refreshes the token once if the service rejects it. Only the refresh can end the session. */
const createAuthorizedCall =
  ({ settings, environment: { limit } }: IdentityContext, accessToken: AccessToken): AuthorizedCall =>
  async (operation, parameters, ending) => {
    const callWith = (AccessToken: string) =>
      withTimeout(
        limit,
        (signal) => callCognito(settings, operation, { ...parameters, AccessToken }, signal),
        ending,
      );
    const token = await accessToken();
    ending?.throwIfAborted();
    try {
      return await callWith(token);
    } catch (error) {
      if (!isSessionRefused(error) || isInputRefused(error)) throw error;
      return callWith(await accessToken({ refused: token }));
    }
  };

/** Creates the user pool's operations, loaded on first use. Keeps credentials only for `repeatSignIn`. */
export const createAccount = (
  context: IdentityContext,
  pending: PendingAuthorization,
  response: AuthorizationResponse | null,
) => {
  const { settings, environment, storage, session } = context;
  const { verification = 'code' } = settings;
  const { limit } = environment;
  let remembered: Credentials | null = null;

  const loadLibrary = async (used: DeviceStorage = storage): Promise<IdentityAdapter> =>
    (await loaded(import('./library.ts'))).createLibrary(settings, used);

  /** Runs an operation. @throws {UnavailableError} after the limit, or if the library doesn't load */
  const withLibrary: WithLibrary = (operation, signal) =>
    withTimeout(limit, async (ending) => operation(await loadLibrary(), ending), signal);
  const { signInWith, submitPasskey, ...challenges } = createSignIn(context, withLibrary);
  let asserted: AssertedPasskey | null = null;

  const submit = <Typed extends Submission>(
    typed: Typed,
    operationOf: (library: IdentityAdapter) => (input: Typed, ending: AbortSignal) => Promise<unknown>,
  ): Promise<IdentityResult<Addressee>> =>
    resultOf(async () => {
      const input = withComposed(trimmed(typed));
      refuseEmptyFields(input);
      await withLibrary((library, ending) => operationOf(library)(input, ending));
      return { email: input.email };
    });

  const withTime = async (sending: ReturnType<typeof submit>): Promise<IdentityResult<ResetCode>> => {
    const result = await sending;
    return result.outcome === 'done' ? { ...result, sentAt: Date.now() } : result;
  };

  /** Emails whose sign-up got no readable response, so that their accounts may exist. */
  const uncertain = new Set<string>();

  /** Retries once if there is no response. If the first request created the account, the retry finds it. */
  const signUpOnce =
    ({ signUp }: IdentityAdapter, email: string) =>
    async (registration: Registration, ending: AbortSignal): Promise<void> => {
      try {
        await signUp(registration, ending);
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        uncertain.add(email);
        await signUp(registration, ending);
      }
    };

  const accessToken = createAccessToken(context);

  const callAuthorized = createAuthorizedCall(context, accessToken);

  /** Checks a password by starting a sign-in. Sends no device key, since a known device gets a session. */
  const provePassword = async (password: string): Promise<void> => {
    const current = session.current();
    if (current === null) throw new UnavailableError('There is no session');
    refuseEmptyFields({ email: current.username, password });
    try {
      await withTimeout(limit, async (ending) => {
        const library = await loadLibrary(openStorage('memory'));
        await signInAs(library, { email: current.username, password }, ending);
      });
    } catch (error) {
      // A challenge means that the password is correct.
      if (!(error instanceof ChallengeError)) throw error;
    }
  };

  let passkeys: Promise<Passkeys> | null = null;
  /** Loads the passkey code. Rejects if this fails, and the next call retries. */
  const loadPasskeys = (): Promise<Passkeys> => {
    passkeys ??= loaded(import('./passkeys.ts')).then(
      ({ createPasskeys }) => createPasskeys(context, callAuthorized, provePassword),
      (error: unknown) => {
        passkeys = null;
        throw error;
      },
    );
    return passkeys;
  };

  let isRevoked = false;
  /** Loads the code of the profile page. Rejects if this fails, and the next call retries. */
  const loadProfile = async (): Promise<Profile> => {
    const { createProfile } = await loaded(import('./profile.ts'));
    return createProfile(context, callAuthorized, accessToken, () => {
      isRevoked = true;
    });
  };

  let isOfferDue = false;
  /** Returns whether to offer a passkey: true once after each password sign-in on this page. */
  const consumePasskeyOffer = (): boolean => {
    const wasDue = isOfferDue;
    isOfferDue = false;
    return wasDue;
  };

  const remember = (credentials: Credentials, signal?: AbortSignal) => {
    if (verification === 'link' && !signal?.aborted) remembered = credentials;
  };

  /** Signs in. Like `signUp`, remembers the credentials of an unconfirmed account. */
  const signIn = async (credentials: Credentials, signal?: AbortSignal): Promise<SignInResult> => {
    const { email, password } = trimmed(credentials);
    const complete = await resultOf(async () => {
      refuseEmptyFields({ email, password });
      return {};
    });
    if (complete.outcome === 'refused') return complete;
    isOfferDue = true;
    const result = await signInWith({ email, password }, signal);
    // Pools that require a second factor rarely accept a passkey.
    if (result.outcome === 'challenged') isOfferDue = result.challenge.name === 'new-password';
    if (result.outcome === 'done') uncertain.clear();
    if (result.outcome !== 'refused' || result.failure.name !== 'user-not-confirmed') return result;
    remember({ email, password }, signal);
    return { outcome: 'unconfirmed', email, verification, message: result.failure.message };
  };

  return {
    ...createHostedSignIn(context, pending, response),
    ...createDevices(context, callAuthorized),
    security: {
      authenticator: createAuthenticator(callAuthorized, provePassword),
      loadPasskeys,
      loadProfile,
      consumePasskeyOffer,
    },
    ...challenges,
    accessToken,
    signIn,

    /** Asks the browser for one of the account's passkeys. Keeps the signature for `answerPasskey`. */
    assertPasskey: ({ email }: Addressee, signal?: AbortSignal): Promise<IdentityResult> =>
      resultOf(async () => {
        const input = trimmed({ email });
        refuseEmptyFields(input);
        const { assertPasskey } = await importPasskeySignIn();
        asserted = await assertPasskey(settings, input.email, limit, signal);
        return {};
      }),

    async answerPasskey(signal?: AbortSignal): Promise<SignInResult> {
      if (asserted === null) throw new Error('There is no passkey to sign in with');
      const proof = asserted;
      asserted = null;
      isOfferDue = false;
      const { concludeSignIn } = await importPasskeySignIn();
      return concludeSignIn(await submitPasskey(proof, signal), proof, context);
    },

    /** Signs up. If the pool verifies by link, remembers the credentials for `repeatSignIn`. */
    async signUp(registration: Registration, signal?: AbortSignal): Promise<SignUpResult> {
      const { email, password } = trimmed(registration);
      const result = await submit(registration, (library) => signUpOnce(library, email));
      let waiting: WaitingReason | null = null;
      if (result.outcome === 'done') uncertain.delete(email);
      else {
        const reason = waitingReasons.get(result.failure.name);
        if (reason === undefined || (reason === 'answer-lost' && !uncertain.has(email))) return result;
        waiting = reason;
      }
      remember({ email, password }, signal);
      return { outcome: 'done', email, verification, waiting };
    },

    confirmEmail: (input: SubmittedCode) => submit(input, (library) => library.confirmSignUp),
    sendVerificationCode: (input: Addressee): Promise<IdentityResult<SentCode>> =>
      withTime(submit(input, (library) => library.resendSignUpCode)),
    resetPassword: (input: SubmittedCode & Credentials) => submit(input, (library) => library.resetPassword),

    sendResetCode: (input: Addressee): Promise<IdentityResult<ResetCode>> =>
      withTime(submit(input, (library) => library.sendResetCode)),

    async repeatSignIn(signal?: AbortSignal): Promise<SignInResult> {
      if (remembered === null) throw new Error('There are no credentials to sign in with again');
      return signIn(remembered, signal);
    },

    forgetCredentials(): void {
      remembered = null;
    },

    /** Checks the session with the service, and ends it here if invalid. Rejects if it can't be checked. */
    verifySession: () => callAuthorized('GetUser', {}),

    /** Revokes the session at the service, then deletes it here. Keeps it if the service refuses. */
    signOut: (): Promise<IdentityResult<SessionEnd>> =>
      resultOf(async () => {
        const current = session.current();
        if (current !== null && !isRevoked)
          await withLibrary((library, ending) => library.revoke(current, ending)).catch((error: unknown) => {
            // A session that was already revoked counts as signed out.
            if (!isSessionRefused(error)) throw error;
          });
        isRevoked = false;
        session.end();
        return { hosted: current?.hosted ?? false };
      }),
  };
};

export type Account = ReturnType<typeof createAccount>;
