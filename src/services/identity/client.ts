import * as v from 'valibot';
import { UnavailableError } from '#services/errors.ts';
import type { IdentitySettings } from './environment.ts';
import { ProviderError, ServiceFaultError } from './errors.ts';

const replySchema = v.looseObject({ ChallengeName: v.optional(v.string()) });
export type Reply = v.InferOutput<typeof replySchema>;
/** Parses a missing or malformed body as null, because some operations respond without a body. */
const bodySchema = v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), replySchema)), null);
const exceptionSchema = v.object({
  __type: v.pipe(v.string(), v.nonEmpty()),
  message: v.optional(v.string(), ''),
});

/** Reads a response. @throws {UnavailableError} if it doesn't match the schema */
export const readAs = <Schema extends v.GenericSchema>(schema: Schema, reply: unknown) => {
  const read = v.safeParse(schema, reply);
  if (!read.success) throw new UnavailableError('The reply of the identity service can’t be read');
  return read.output;
};

/** Reads `com.amazonaws…#NameException` in the body, or `NameException:` in the header. */
const readException = (reply: unknown, header: string | null): ProviderError | null => {
  const exception = v.safeParse(exceptionSchema, reply);
  if (exception.success) {
    const { __type, message } = exception.output;
    return new ProviderError(__type.slice(__type.indexOf('#') + 1), message);
  }
  const [code] = (header ?? '').split(':');
  return code ? new ProviderError(code, '') : null;
};

/** Returns the configured endpoint, or Amazon's endpoint in the pool's region. */
const endpointOf = ({ endpoint, userPoolId }: IdentitySettings): string => {
  const region = userPoolId.slice(0, userPoolId.indexOf('_'));
  return endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`;
};

/**
 * Calls one operation of Cognito's JSON protocol, once.
 * @throws {ProviderError} for a refusal, {@link ServiceFaultError} for a 5xx with the service's message, or
 * {@link UnavailableError} for anything else, such as no network or an HTML page
 */
export const callCognito = async (
  settings: IdentitySettings,
  operation: string,
  parameters: object,
  signal: AbortSignal,
): Promise<Reply> => {
  const [response, body] = await fetch(endpointOf(settings), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(parameters),
    cache: 'no-store',
    signal,
  })
    .then(async (received) => [received, await received.text()] as const)
    .catch((cause: unknown) => {
      throw new UnavailableError('The identity service didn’t respond', { cause });
    });

  const reply = v.parse(bodySchema, body || '{}');
  if (response.ok && reply !== null) return reply;
  const exception = response.ok ? null : readException(reply, response.headers.get('x-amzn-errortype'));
  if (exception === null)
    throw new UnavailableError(`The identity service responded with status ${response.status}`);
  // A 5xx response never ends a session, even if its body names an auth error.
  throw response.status >= 500 ? new ServiceFaultError(exception.message) : exception;
};

/** Calls an operation that is authorized by the access token alone. */
export type AuthorizedCall = (operation: string, parameters: object, ending?: AbortSignal) => Promise<Reply>;
