import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { MfaInput } from '../src/index.ts';
import { type Answer, addUser, clientId, goodPassword, type RunningPool } from './harness.ts';
import { signIn } from './srp-client.ts';

export const anna = 'anna@example.com';

const challengeSchema = v.object({
  ChallengeName: v.string(),
  Session: v.pipe(v.string(), v.regex(/^[\w-]{20,2048}$/)),
  ChallengeParameters: v.record(v.string(), v.string()),
});

/** The challenge that an answer asks for. */
export const challengeIn = (answer: Answer) => v.parse(challengeSchema, answer.body);

/** Answers a challenge. */
export const respond = (
  running: RunningPool,
  { ChallengeName, Session }: { readonly ChallengeName: string; readonly Session: string },
  responses: Readonly<Record<string, string>>,
): Promise<Answer> =>
  running.call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: anna, ...responses },
  });

/** A user with these factors, whose password was proven: the challenge that follows. */
export const challengedUser = async (running: RunningPool, mfa: MfaInput, email = anna) => {
  await addUser(running, email);
  const user = await running.pool.admin.setMfa(email, mfa);
  const challenge = challengeIn(await signIn(running, email, goodPassword));
  return { ...challenge, secret: user.mfa.secret ?? '' };
};

/** What an authenticator shows, `steps` of 30 seconds from the pool's time. */
export const codeOf = (running: Pick<RunningPool, 'now'>, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: running.now() + steps * 30_000 });

/** Another code of six digits than this one. */
export const wrong = (code: string): string => `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;
