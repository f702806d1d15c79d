import { randomInt } from 'node:crypto';
import { equalSecrets } from 'local-services/secrets.ts';
import type { CodeKind } from './codes.ts';
import { CognitoError, codeExpired, codeMismatch } from './errors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

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
  return {
    CodeDeliveryDetails: {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: masked(user.email),
    },
  };
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

/** `anna@example.com` → `a***@e***`. */
const masked = (email: string): string => {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
};

/** Cognito's lives of codes, in seconds. */
const lifeSeconds = { 'sign-up': 24 * 60 * 60, reset: 60 * 60 } as const;

/** Redeems the code that a user enters. Throws UserNotFoundException, CodeMismatchException or ExpiredCodeException. */
export const redeemCode = (pool: Pool, username: string, kind: CodeKind, given: string): User => {
  const user = pool.users.require(username);
  const issued = user.codes[kind];
  if (issued === undefined || pool.now() >= issued.issuedAt + lifeSeconds[kind] * 1000) throw codeExpired();
  if (!equalSecrets(given, issued.code)) throw codeMismatch();
  return pool.users.update(user, { codes: { ...user.codes, [kind]: undefined } });
};
