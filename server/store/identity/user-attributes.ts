import * as v from 'valibot';
import type { CustomerAttributes } from '../customers.ts';
import type { Log } from '../logging.ts';

const attributeValue = v.pipe(v.string(), v.maxLength(2048));
const userSchema = v.object({
  UserAttributes: v.array(v.object({ Name: v.string(), Value: v.optional(attributeValue, '') })),
});

const timeoutMs = 5_000;

/**
 * Asks the user pool (Cognito's GetUser) who holds an access token, since the token itself carries no attributes.
 *
 * @param endpoint the pool's API, the origin of its issuer
 * @returns the attributes; undefined when the pool is unavailable
 */
export const readUserAttributes = async (
  endpoint: URL,
  accessToken: string,
  log: Log,
): Promise<CustomerAttributes | undefined> => {
  try {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: JSON.stringify({ AccessToken: accessToken }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!reply.ok) {
      log.warn({ event: 'attributes-unavailable', status: reply.status });
      return undefined;
    }
    const user = v.parse(userSchema, await reply.json());
    const attribute = (name: string) =>
      toStorable(user.UserAttributes.find(({ Name }) => Name === name)?.Value);
    return {
      email: attribute('email'),
      firstName: attribute('given_name'),
      lastName: attribute('family_name'),
      phone: attribute('phone_number'),
    };
  } catch (error) {
    log.warn({ event: 'attributes-unavailable', why: error instanceof Error ? error.name : 'unknown' });
    return undefined;
  }
};

/** PostgreSQL takes every text but NUL; an empty one counts as not given. */
const toStorable = (value: string | undefined): string | null => value?.replaceAll('\0', '') || null;
