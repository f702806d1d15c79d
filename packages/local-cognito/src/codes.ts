import { randomInt } from 'node:crypto';
import { equalSecrets } from 'local-services/secrets.ts';
import { CognitoError } from './errors.ts';
import type { Pool } from './pool.ts';
import type { CodeKind, User } from './users.ts';

/** The lifetimes of Cognito's codes, in seconds. */
const day = 24 * 60 * 60;
const lifeSeconds = { 'sign-up': day, reset: 60 * 60, email: day, phone_number: day } as const;

const createCode = (digits = 6): string =>
  randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0');

export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

/** Throws CodeDeliveryFailureException if the settings ask for it. Call this last: a sign-up still creates its user. */
const assertDelivered = (pool: Pool): void => {
  if (!pool.settings.get().codeDeliveryFails) return;
  throw new CognitoError('CodeDeliveryFailureException', 'The verification code could not be delivered.');
};

/** Masks an email address: `anna@example.com` → `a***@e***`. */
const masked = (email: string): string => {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
};

const maskedPhone = (phone: string): string => `+*******${phone.slice(-4)}`;

/** Sends a code that replaces the user's code of the same kind. */
export const deliverCode = (pool: Pool, user: User, kind: CodeKind) => {
  const code = createCode();
  pool.users.update(user, { codes: { ...user.codes, [kind]: { code, issuedAt: pool.now() } } });
  assertDelivered(pool);
  if (kind === 'phone_number') {
    const { phone_number: phone = '' } = user.attributes;
    pool.mailbox.send({ to: user.email, kind: 'verification', medium: 'SMS', phone, code });
    return delivery(kind, 'SMS', maskedPhone(phone));
  }
  const names = { client_id: pool.clientId, user_name: user.sub, confirmation_code: code };
  const isByLink = kind === 'sign-up' && pool.settings.get().verification === 'link';
  const link = isByLink && { link: `${pool.origin}/confirmUser?${new URLSearchParams(names)}` };
  const mailKind = kind === 'email' ? 'verification' : kind;
  pool.mailbox.send({ to: user.email, kind: mailKind, medium: 'EMAIL', code, ...link });
  return delivery('email', 'EMAIL', masked(user.email));
};

const delivery = (AttributeName: string, DeliveryMedium: 'EMAIL' | 'SMS', Destination: string) => ({
  CodeDeliveryDetails: { AttributeName, DeliveryMedium, Destination },
});

/** Sends a sign-in code. Returns the code, and Cognito's parameters for the challenge. */
export const deliverSignInCode = (pool: Pool, user: User, medium: 'EMAIL' | 'SMS', digits = 6) => {
  const code = createCode(digits);
  const { phone_number: phone = '' } = user.attributes;
  assertDelivered(pool);
  pool.mailbox.send({ to: user.email, kind: 'sign-in', medium, code, ...(medium === 'SMS' && { phone }) });
  return {
    code,
    parameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: medium,
      CODE_DELIVERY_DESTINATION: medium === 'SMS' ? maskedPhone(phone) : masked(user.email),
    },
  };
};

/** Checks a user's code. Throws ExpiredCodeException or CodeMismatchException. */
export const assertCode = (pool: Pool, user: User, kind: CodeKind, given: string): void => {
  const issued = user.codes[kind];
  if (issued === undefined || pool.now() >= issued.issuedAt + lifeSeconds[kind] * 1000) throw codeExpired();
  if (equalSecrets(given, issued.code)) return;
  throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
};

/** Returns the change that makes a user's code invalid. */
export const codeUsed = (user: User, kind: CodeKind): Pick<User, 'codes'> => ({
  codes: { ...user.codes, [kind]: undefined },
});
