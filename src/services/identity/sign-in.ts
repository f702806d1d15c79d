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
import { ChallengeError, resultOf } from './errors.ts';
import { createKeptChallenge } from './kept-challenge.ts';
import type { AssertedPasskey } from './passkey-sign-in.ts';
import type { IdentityContext } from './session.ts';

export type Ask = <Result>(
  operation: (library: IdentityAdapter, ending: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/**
 * A sign-in from the password through all challenges to the session. Aborting the signal in time prevents it.
 */
export const createSignIn = (context: IdentityContext, ask: Ask) => {
  const { session } = context;
  const challenges = createChallenges(context);
  const kept = createKeptChallenge(context.settings.clientId, context.challengeStorage);
  let open: OpenChallenge | null = null;
  const close = (): void => {
    open = null;
    kept.drop();
  };

  const enter = async (
    email: string,
    prove: (library: IdentityAdapter, ending: AbortSignal) => Promise<StagedStorage>,
    signal?: AbortSignal,
  ): Promise<SignInResult> => {
    const answer = await resultOf<{ readonly user: User } | { readonly challenge: SignInChallenge }>(() =>
      ask(async (library, ending) => {
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
          kept.keep(next);
          return { challenge: next.challenge };
        }
      }, signal),
    );
    if ('challenge' in answer) return { outcome: 'challenged', challenge: answer.challenge };
    if (answer.outcome !== 'refused' || answer.failure.name !== 'password-reset-required') return answer;
    return { outcome: 'reset-required', email, message: answer.failure.message };
  };

  return {
    signInWith: ({ email, password }: Credentials, signal?: AbortSignal): Promise<SignInResult> =>
      enter(email, (library, ending) => library.signIn({ email, password }, ending), signal),

    answerPasskey: (
      { email, username, session: opened, credential }: AssertedPasskey,
      signal?: AbortSignal,
    ) =>
      enter(
        email,
        async (library, ending) => {
          const passkey = { name: 'WEB_AUTHN', username, session: opened };
          const reply = await challenges.submit(passkey, { CREDENTIAL: credential }, ending);
          return library.completeSignIn(username, reply, ending);
        },
        signal,
      ),

    /** If the service refuses, the challenge stays open for another try. */
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

    /**
     * Null if there is none or it has expired. An authenticator's setup gets a new secret, as none is stored.
     */
    async resumeChallenge(): Promise<SignInChallenge | null> {
      const found = kept.read();
      open = found;
      if (found?.challenge.name === 'authenticator-setup') {
        try {
          open = await ask((_, ending) => challenges.withSecret(found, ending));
          kept.keep(open);
        } catch {
          close();
        }
      }
      return open?.challenge ?? null;
    },

    forgetChallenge: close,
  };
};
