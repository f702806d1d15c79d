import { assertCodeMatches, type CodeKind } from './codes.ts';
import { CognitoError, codeMismatch, userNotFound } from './errors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

/**
 * Takes the code that a user enters and ends it: it is good once. Throws CodeMismatchException, ExpiredCodeException,
 * LimitExceededException after too many wrong ones, and UserNotFoundException (or a mismatch, where the pool hides who
 * has an account).
 */
export function redeemCode(pool: Pool, username: string, kind: CodeKind, given: string): User {
  const settings = pool.settings();
  const user = pool.users.find(username);
  if (user === undefined && !settings.preventUserExistenceErrors) throw userNotFound();

  const userId = user?.sub ?? pool.simulatedUser(username).userId;
  pool.attempts.assertBelow(settings.codeAttemptsPerHour, `${kind} failure`, userId);
  const lifeSeconds = kind === 'sign-up' ? settings.signUpCodeSeconds : settings.resetCodeSeconds;
  try {
    if (user === undefined) throw codeMismatch();
    assertCodeMatches(user.codes[kind], given, lifeSeconds, pool.now());
  } catch (error) {
    if (error instanceof CognitoError && error.name === 'CodeMismatchException') {
      pool.attempts.record(`${kind} failure`, userId);
    }
    throw error;
  }
  pool.attempts.clear(`${kind} failure`, userId);
  return pool.users.update(user, { codes: { ...user.codes, [kind]: undefined } });
}
