import { randomInt } from 'node:crypto';
import { equalSecrets } from 'local-services/secrets.ts';
import type { CodeKind } from './codes.ts';
import { CognitoError, codeExpired, codeMismatch, userNotFound } from './errors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

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

/** Six random digits. */
const createCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

/** What was done before stays done: a sign-up whose code is not delivered has made its user. */
const assertDelivered = (pool: Pool): void => {
  if (!pool.settings().codeDeliveryFails) return;
  throw new CognitoError('CodeDeliveryFailureException', 'The verification code could not be delivered.');
};

/** Sends a user a new code of six random digits, which ends the one before it of the same kind. */
export const deliverCode = (pool: Pool, user: User, kind: CodeKind) => {
  const code = createCode();
  pool.users.update(user, { codes: { ...user.codes, [kind]: { code, issuedAt: pool.now() } } });
  const isByLink = kind === 'sign-up' && pool.settings().verification === 'link';
  assertDelivered(pool);
  const link = isByLink && { link: confirmationLink(pool, user, code) };
  pool.mailbox.send({ to: user.email, kind, medium: 'EMAIL', code, ...link });
  return simulateDelivery(user.email);
};

/** Sends a user the code that a sign-in asks for, to the email or to the phone, and says how Cognito's challenge tells of it. */
export const deliverSignInCode = (pool: Pool, user: User, medium: 'EMAIL' | 'SMS') => {
  const code = createCode();
  const { phone_number: phone = '' } = user.attributes;
  assertDelivered(pool);
  pool.mailbox.send({ to: user.email, kind: 'sign-in', medium, code, ...(medium === 'SMS' && { phone }) });
  return {
    code,
    parameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: medium,
      CODE_DELIVERY_DESTINATION: medium === 'SMS' ? `+*******${phone.slice(-4)}` : masked(user.email),
    },
  };
};

const confirmationLink = ({ origin, clientId }: Pool, { sub }: User, code: string): string => {
  const query = new URLSearchParams({ client_id: clientId, user_name: sub, confirmation_code: code });
  return `${origin}/confirmUser?${query}`;
};

/**
 * Where a code went, as Cognito says it: the address is masked. Without a delivery it is the response for an address that
 * must not be distinguished from one with an account.
 */
export const simulateDelivery = (email: string) => ({
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
  const issued = user?.codes[kind];
  const isGood = issued !== undefined && pool.now() < issued.issuedAt + lifeSeconds * 1000;
  if (user !== undefined && !isGood) throw codeExpired();
  if (user === undefined || issued === undefined || !equalSecrets(given, issued.code)) {
    pool.attempts.record(`${kind} failure`, userId);
    throw codeMismatch();
  }
  pool.attempts.clear(`${kind} failure`, userId);
  return pool.users.update(user, { codes: { ...user.codes, [kind]: undefined } });
};
