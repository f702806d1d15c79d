import type {
  ChallengeAnswer,
  Credentials,
  SignInChallenge,
  SignInResult,
  User,
} from '#machines/account/auth.types.ts';
import type { StagedStorage } from '#services/storage/staged-storage.ts';
import type { IdentityAdapter } from './adapter.ts';
import { createChallenges, type OpenChallenge } from './challenges.ts';
import { ChallengeError, isRefusedWith, resultOf } from './errors.ts';
import type { AssertedPasskey } from './passkey-sign-in.ts';
import type { IdentityContext } from './session.ts';
import { createStoredChallenge } from './stored-challenge.ts';

/** Runs an operation of the identity library within the time limit. */
export type WithLibrary = <Result>(
  operation: (library: IdentityAdapter, ending: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/** Signs in with the password in NFC, as new passwords are sent. Tries an older password once as typed. */
export const signInAs = async (
  { signIn }: Pick<IdentityAdapter, 'signIn'>,
  { email, password: typed }: Credentials,
  signal: AbortSignal,
): Promise<StagedStorage> => {
  const password = typed.normalize();
  return signIn({ email, password }, signal).catch((error: unknown) => {
    if (password === typed || !isRefusedWith(error, 'NotAuthorizedException')) throw error;
    return signIn({ email, password: typed }, signal);
  });
};

/** Creates the steps of a sign-in: the password or passkey, then challenges, then the session. */
export const createSignIn = (context: IdentityContext, withLibrary: WithLibrary) => {
  const { session } = context;
  const challenges = createChallenges(context);
  const stored = createStoredChallenge(context.settings.clientId, context.challengeStorage);
  let open: OpenChallenge | null = null;
  const close = (): void => {
    open = null;
    stored.remove();
  };

  const enter = async (
    email: string,
    prove: (library: IdentityAdapter, ending: AbortSignal) => Promise<StagedStorage>,
    signal?: AbortSignal,
  ): Promise<SignInResult> => {
    const result = await resultOf<{ readonly user: User } | { readonly challenge: SignInChallenge }>(() =>
      withLibrary(async (library, ending) => {
        try {
          const changes = await prove(library, ending);
          ending.throwIfAborted();
          const { user } = session.start(changes.commit);
          close();
          return { user };
        } catch (error) {
          if (!(error instanceof ChallengeError)) throw error;
          const next = await challenges.open(error, email, ending);
          ending.throwIfAborted();
          open = next;
          stored.write(next);
          return { challenge: next.challenge };
        }
      }, signal),
    );
    if ('challenge' in result) return { outcome: 'challenged', challenge: result.challenge };
    if (result.outcome !== 'refused' || result.failure.name !== 'password-reset-required') return result;
    return { outcome: 'reset-required', email, message: result.failure.message };
  };

  return {
    signInWith: (credentials: Credentials, signal?: AbortSignal): Promise<SignInResult> =>
      enter(credentials.email, (library, ending) => signInAs(library, credentials, ending), signal),

    submitPasskey: (passkey: AssertedPasskey, signal?: AbortSignal): Promise<SignInResult> =>
      enter(
        passkey.email,
        async (library, ending) => {
          const responses = { CREDENTIAL: passkey.credential };
          const reply = await challenges.submit('WEB_AUTHN', passkey, responses, ending);
          return library.completeSignIn(passkey.username, reply, ending);
        },
        signal,
      ),

    /** Submits a response. If the service refuses it, the challenge stays open for another attempt. */
    async answerChallenge(answer: ChallengeAnswer, signal?: AbortSignal): Promise<SignInResult> {
      if (open === null) throw new Error('There is no challenge to answer');
      const answered = open;
      return enter(
        answered.challenge.email,
        async (library, ending) => {
          const reply = await challenges.respond(answered, answer, ending);
          return library.completeSignIn(answered.username, reply, ending);
        },
        signal,
      );
    },

    /** Restores the stored challenge, or returns null. Refetches a secret, because secrets aren't stored. */
    async resumeChallenge(): Promise<SignInChallenge | null> {
      const found = stored.read();
      open = found;
      if (found?.challenge.name === 'authenticator-setup') {
        try {
          open = await withLibrary((_, ending) => challenges.withSecret(found, ending));
          stored.write(open);
        } catch {
          close();
        }
      }
      return open?.challenge ?? null;
    },

    forgetChallenge: close,
  };
};
