import { type AttributeInput, missingAttributes, readAttributes } from '../attributes.ts';
import { requiredParameter } from '../constraints.ts';
import { invalidParameter, notAuthorized } from '../errors.ts';
import { assertPasswordConforms } from '../password-policy.ts';
import type { Pool } from '../pool.ts';
import type { ChallengeResponses } from './challenge-responses.ts';
import { openSignIn } from './mfa-challenges.ts';
import { afterPermanentPassword } from './sign-in-steps.ts';

const attributePrefix = 'userAttributes.';

/**
 * NEW_PASSWORD_REQUIRED: the password that takes the place of a temporary one, and attributes. What it refuses leaves the
 * session as it is, so that the user can try again.
 */
export const handleNewPassword = (
  pool: Pool,
  session: string,
  responses: ChallengeResponses,
): object | Promise<object> => {
  const { user, device } = openSignIn(pool, 'NEW_PASSWORD_REQUIRED', session, responses);
  const password = requiredParameter('NEW_PASSWORD', responses.NEW_PASSWORD);
  const { email, attributes: given } = readAttributes(attributesOf(responses));
  // aws-samples/aws-saas-factory-bootcamp#67
  if (email !== undefined) throw notAuthorized('Cannot modify an already provided email');
  const attributes = { ...user.attributes, ...given };
  const [missing] = missingAttributes(pool.settings().requiredAttributes, attributes);
  if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  assertPasswordConforms(password);

  pool.signIns.end(session);
  const confirmed = pool.users.update(user, { status: 'CONFIRMED', attributes });
  return afterPermanentPassword(pool, pool.users.setPassword(confirmed, password), device);
};

const attributesOf = (responses: ChallengeResponses): AttributeInput[] =>
  Object.entries(responses)
    .filter(([name]) => name.startsWith(attributePrefix))
    .map(([name, Value]) => ({ Name: name.slice(attributePrefix.length), Value }));
