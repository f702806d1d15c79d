import * as v from 'valibot';
import { CognitoError, invalidParameter } from './errors.ts';

/** Returns Cognito's text for a constraint on a request member. `readInput` adds the rest of the sentence. */
const atLeast = (length: number) => `Member must have length greater than or equal to ${length}`;
const atMost = (length: number) => `Member must have length less than or equal to ${length}`;
const pattern = (text: string) => `Member must satisfy regular expression pattern: ${text}`;

const text = (longest: number) =>
  v.pipe(v.string(), v.minLength(1, atLeast(1)), v.maxLength(longest, atMost(longest)));

const matching = (longest: number, regex: RegExp, documented: string) =>
  v.pipe(text(longest), v.regex(regex, pattern(documented)));

export const clientId = matching(128, /^[\w+-]*$/, '[\\w+-]+');
export const username = matching(128, /^[\p{L}\p{M}\p{S}\p{N}\p{P}]*$/u, '[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+');
export const confirmationCode = matching(2048, /^\S*$/, '[\\S]+');
export const token = matching(8192, /^[\w=.-]*$/, '[A-Za-z0-9-_=.]+');
export const newPassword = v.pipe(
  v.string(),
  v.maxLength(256, atMost(256)),
  v.regex(/^\S+.*\S+$/, pattern('^[\\S]+.*[\\S]+$')),
);

export const attributeValue = v.pipe(v.string(), v.maxLength(2048, atMost(2048)));
export const attributes = v.array(v.object({ Name: text(32), Value: v.nullish(attributeValue) }));

export const deviceKey = matching(55, /^[\w-]+_[\da-f-]+$/, '[\\w-]+_[0-9a-f-]+');
export const deviceName = text(1024);
const base64 = (longest: number) => matching(longest, /^[A-Za-z\d+/]+={0,2}$/, '[A-Za-z0-9+/]+={0,2}');
export const srpSalt = base64(64);
/** An SRP verifier, which can be as long as a number of the 3072-bit group. */
export const srpVerifier = base64(516);

export const softwareTokenName = v.pipe(v.string(), v.maxLength(131_072, atMost(131_072)));
export const softwareTokenCode = v.pipe(
  v.string(),
  v.minLength(6, atLeast(6)),
  v.maxLength(6, atMost(6)),
  v.regex(/^[0-9]*$/, pattern('[0-9]+')),
);

export const oneOf = (...values: readonly string[]) =>
  v.pipe(v.string(), v.values(values, `Member must satisfy enum value set: [${values.join(', ')}]`));

export const integer = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('Member must be an integer'),
    v.minValue(least, `Member must have value greater than or equal to ${least}`),
    v.maxValue(most, `Member must have value less than or equal to ${most}`),
  );

/**
 * Validates an operation's input. Throws SerializationException for a wrong JSON type, or
 * InvalidParameterException with all violated constraints.
 */
export const readInput = <T>(schema: v.GenericSchema<unknown, T>, payload: unknown): T => {
  const { success, output, issues } = v.safeParse(schema, payload);
  if (success) return output;
  const mistyped = issues.find((issue) => issue.kind === 'schema' && !isAbsent(issue.input));
  if (mistyped) throw new CognitoError('SerializationException', mistypedText(mistyped));
  const texts = issues.map((issue) => {
    const constraint = isAbsent(issue.input) ? 'Member must not be null' : issue.message;
    return `Value at '${memberPath(issue)}' failed to satisfy constraint: ${constraint}`;
  });
  const count = `${texts.length} validation error${texts.length === 1 ? '' : 's'} detected`;
  throw invalidParameter(`${count}: ${texts.join('; ')}`);
};

/** Returns a parameter. Throws InvalidParameterException if it is absent or empty. */
export const requiredParameter = (
  parameters: Readonly<Record<string, string | null | undefined>>,
  name: string,
): string => {
  const value = parameters[name];
  if (value) return value;
  throw invalidParameter(`Missing required parameter ${name}`);
};

const isAbsent = (input: unknown): boolean => input === undefined || input === null;

const mistypedText = ({ input, expected }: v.BaseIssue<unknown>): string => {
  if (Array.isArray(input)) return 'Start of list found where not expected';
  if (typeof input === 'object') return 'Start of structure or map found where not expected.';
  return `${(typeof input).toUpperCase()}_VALUE can not be converted to ${expected ?? 'the type of its member'}`;
};

/** Returns a member's path in Cognito's format: `UserAttributes[0].Value` → `userAttributes.1.member.value`. */
const memberPath = ({ path }: v.BaseIssue<unknown>): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `${key + 1}.member` : lowerInitial(String(key))))
    .join('.');

const lowerInitial = (name: string): string =>
  name.replace(/^[A-Z](?=[a-z])/, (initial) => initial.toLowerCase());

const filterSyntax = /^\s*([\w:]+)\s*(\^?=)\s*"(.*)"\s*$/;
/** What ListUsers can search for. */
const filterNames = [
  'username',
  'email',
  'phone_number',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'cognito:user_status',
  'status',
  'sub',
] as const;
const filterNameSchema = v.picklist(filterNames);

export interface UserFilter {
  readonly name: (typeof filterNames)[number];
  readonly isPrefix: boolean;
  readonly value: string;
}

/** Parses a filter such as `email ^= "anna@"`. Returns undefined if it is malformed. */
export const readUserFilter = (filter: string): UserFilter | undefined => {
  const [, name, comparison, value = ''] = filterSyntax.exec(filter) ?? [];
  if (!v.is(filterNameSchema, name)) return undefined;
  return { name, isPrefix: comparison === '^=', value: value.replaceAll('\\"', '"') };
};
