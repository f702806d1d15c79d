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

/** The attributes that app clients can write by default. */
export const writableNames = ['email', ...attributeNames] as const;
const standardNames: ReadonlySet<string> = new Set(writableNames);
const verifiedNames: ReadonlySet<string> = new Set(['email_verified', 'phone_number_verified']);
const immutableNames: ReadonlySet<string> = new Set(['sub', 'identities']);

/** Who writes attributes: an administrator, or an app client with write permissions for these attributes. */
export type Writer = 'admin' | readonly string[];

type GivenAttributes = Attributes & {
  readonly [Name in 'email' | 'email_verified' | 'phone_number_verified']?: string;
};

const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const localPart = "[\\w.!#$%&'*+/=?^`{|}~-]{1,64}";
const emailAddress = new RegExp(`^${localPart}@${domainLabel}(?:\\.${domainLabel})+$`, 'i');

/** An E.164 number: a plus sign, no leading zero, at most 15 digits. */
const phoneNumber = /^\+[1-9]\d{6,14}$/;

export const isEmailAddress = (text: string): boolean => text.length <= 128 && emailAddress.test(text);

/** Reads attributes. Throws NotAuthorizedException if the writer can't write one, or InvalidParameterException. */
export const readAttributes = (input: readonly AttributeInput[], writer: Writer) => {
  for (const { Name } of input) assertWritable(Name, writer);
  const values: Readonly<Record<string, string>> = Object.fromEntries(
    input.map(({ Name, Value }) => [Name, Value ?? '']),
  );
  const { email, email_verified, phone_number_verified, ...attributes }: GivenAttributes = values;
  if (email !== undefined && !isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
  const { phone_number } = attributes;
  if (phone_number !== undefined && !phoneNumber.test(phone_number)) {
    throw invalidParameter('Invalid phone number format.');
  }
  return {
    email,
    emailVerified: email_verified === undefined ? undefined : email_verified === 'true',
    phoneVerified: phone_number_verified === undefined ? undefined : phone_number_verified === 'true',
    attributes,
  };
};

export const missingAttributes = (
  required: readonly AttributeName[],
  attributes: Attributes,
): AttributeName[] => required.filter((name) => !attributes[name]);

/** Throws InvalidParameterException if a required attribute is absent or blank. */
export const assertRequired = (required: readonly AttributeName[], attributes: Attributes): void => {
  const [missing] = missingAttributes(required, attributes);
  if (missing !== undefined) throw isRequired(missing);
};

const isRequired = (name: string) => schemaViolation(`${name}: The attribute ${name} is required`);
const schemaViolation = (text: string) =>
  invalidParameter(`Attributes did not conform to the schema: ${text}`);

/** Throws NotAuthorizedException if an app client can't write an attribute, or InvalidParameterException. */
const assertWritable = (name: string, writer: Writer): void => {
  const isStandard = standardNames.has(name);
  const isOwn = verifiedNames.has(name) || immutableNames.has(name);
  if (writer !== 'admin' && (isOwn || (isStandard && !writer.includes(name)))) {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
  if (immutableNames.has(name)) throw invalidParameter(`user.${name}: Attribute cannot be updated.`);
  if (isStandard || isOwn) return;
  throw schemaViolation(`${name}: Attribute does not exist in the schema.`);
};

/** Throws what {@link assertWritable} throws, or InvalidParameterException for the email. */
export const assertRemovable = (name: string, writer: Writer): void => {
  assertWritable(name, writer);
  if (name === 'email') throw isRequired(name);
};

/** Returns a user's attributes as claims of an id token. */
export const attributeClaims = (user: {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  readonly attributes: Attributes;
}): Record<string, string | boolean> => ({
  sub: user.sub,
  ...user.attributes,
  ...('phone_number' in user.attributes && { phone_number_verified: user.phoneVerified }),
  email: user.email,
  email_verified: user.emailVerified,
});
