import { assertCodeMatches, type CodeKind, issueCode } from './codes.ts';
import { CognitoError, codeMismatch, userNotFound } from './errors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

/** Where a code went, as Cognito tells it: the address is masked. */
export interface CodeDelivery {
  readonly CodeDeliveryDetails: {
    readonly AttributeName: 'email';
    readonly DeliveryMedium: 'EMAIL';
    readonly Destination: string;
  };
}

/**
 * Counts that a user, or a name without one, asks for a code. Throws LimitExceededException when that was done too
 * often in the last hour.
 */
export const countCodeRequest = (
  pool: Pool,
  username: string,
  user: User | undefined,
  kind: CodeKind,
): void => {
  const userId = user?.sub ?? pool.simulatedUser(username).userId;
  pool.attempts.assertBelow(pool.settings().codeRequestsPerHour, `${kind} request`, userId);
  pool.attempts.record(`${kind} request`, userId);
};

/** Sends a user a new code, which ends the one before it of the same kind. */
export const deliverCode = (pool: Pool, user: User, kind: CodeKind): CodeDelivery => {
  const issued = issueCode(pool.now());
  pool.users.update(user, { codes: { ...user.codes, [kind]: issued } });
  const link = kind === 'sign-up' && pool.settings().verification === 'link';
  pool.mailbox.send({
    to: user.email,
    kind,
    code: issued.code,
    ...(link && { link: confirmationLink(pool, user, issued.code) }),
  });
  return simulateDelivery(user.email);
};

const confirmationLink = ({ origin, clientId }: Pool, { sub }: User, code: string): string => {
  const query = new URLSearchParams({ client_id: clientId, user_name: sub, confirmation_code: code });
  return `${origin}/confirmUser?${query}`;
};

/** The answer of a delivery without one, for an address that must not be told from one with an account. */
export const simulateDelivery = (email: string): CodeDelivery => ({
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(email) },
});

/** `anna@example.com` → `a***@e***`. */
const masked = (email: string): string => {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
};

/**
 * Takes the code that a user enters and ends it: it is good once. Throws CodeMismatchException, ExpiredCodeException,
 * LimitExceededException after too many wrong ones, and UserNotFoundException (or a mismatch, where the pool hides who
 * has an account).
 */
export const redeemCode = (pool: Pool, username: string, kind: CodeKind, given: string): User => {
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
};
