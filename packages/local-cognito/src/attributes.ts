import { invalidParameter, notAuthorized } from './errors.ts';

/** Cognito's standard attributes (from OpenID Connect) that a client can write, except the email. */
export const attributeNames = [
  'address',
  'birthdate',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
] as const;
export type AttributeName = (typeof attributeNames)[number];

export type Attributes = { readonly [Name in AttributeName]?: string };

export interface AttributeInput {
  readonly Name: string;
  readonly Value?: string | null | undefined;
}

const writable: ReadonlySet<string> = new Set(['email', ...attributeNames]);
const ownedByPool = new Set(['sub', 'email_verified', 'phone_number_verified', 'identities']);

const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const localPart = "[\\w.!#$%&'*+/=?^`{|}~-]{1,64}";
const emailAddress = new RegExp(`^${localPart}@${domainLabel}(?:\\.${domainLabel})+$`, 'i');

/** An E.164 number: a plus sign, no leading zero, at most 15 digits. */
const phoneNumber = /^\+[1-9]\d{6,14}$/;

export const isEmailAddress = (text: string): boolean => text.length <= 128 && emailAddress.test(text);

/** Reads attributes. Throws NotAuthorizedException if only the pool can write one, or InvalidParameterException. */
export const readAttributes = (
  input: readonly AttributeInput[],
): { email: string | undefined; attributes: Attributes } => {
  for (const { Name } of input) assertWritable(Name);
  const values = Object.fromEntries(input.map(({ Name, Value }) => [Name, Value ?? '']));
  const { email, ...attributes }: Attributes & { readonly email?: string } = values;
  if (email !== undefined && !isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
  const { phone_number } = attributes;
  if (phone_number !== undefined && !phoneNumber.test(phone_number)) {
    throw invalidParameter('Invalid phone number format.');
  }
  return { email, attributes };
};

export const missingAttributes = (
  required: readonly AttributeName[],
  attributes: Attributes,
): AttributeName[] => required.filter((name) => !attributes[name]);

const assertWritable = (name: string): void => {
  if (ownedByPool.has(name)) throw notAuthorized('A client attempted to write unauthorized attribute');
  if (writable.has(name)) return;
  const text = `${name}: Attribute does not exist in the schema.`;
  throw invalidParameter(`Attributes did not conform to the schema: ${text}`);
};

/** Returns a user's attributes as claims of an id token. */
export const attributeClaims = (user: {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly attributes: Attributes;
}): Record<string, string | boolean> => ({
  sub: user.sub,
  ...user.attributes,
  ...('phone_number' in user.attributes && { phone_number_verified: false }),
  email: user.email,
  email_verified: user.emailVerified,
});
