import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { mediaType } from 'local-services/http/body.ts';
import { CognitoError } from './errors.ts';
import { scopes } from './hosted-ui/sign-in.ts';
import { createHostedUi } from './hosted-ui.ts';
import { adminOperations, operations } from './operations/index.ts';
import type { Pool } from './pool.ts';

/** Amazon's JSON protocol 1.1: a header names the operation; requests and responses are JSON. */
const contentType = 'application/x-amz-json-1.1';
const targetPattern = /^AWSCognitoIdentityProviderService\.([A-Z][A-Za-z]*)$/;

const maxBodyBytes = 256 * 1024;

/** Headers that amazon-cognito-identity-js sends, and those that aws-amplify adds. */
const libraryHeaders = ['Content-Type', 'X-Amz-Target', 'X-Amz-User-Agent', 'Cache-Control'];
const amplifyHeaders = ['Amz-Sdk-Invocation-Id', 'Amz-Sdk-Request'];

/** Creates the HTTP app: the JSON protocol at `POST /`, the issuer's key set and metadata, and the hosted pages. */
export const createHttpApp = async (pool: Pool, onError: (error: Error) => void): Promise<Hono> => {
  const app = new Hono();
  // Add the hosted pages before CORS, so that other origins can't read them.
  app.route('/', await createHostedUi(pool, onError));

  app.use(
    cors({
      origin: '*',
      allowMethods: ['POST', 'GET'],
      allowHeaders: [...libraryHeaders, ...amplifyHeaders],
      exposeHeaders: ['x-amzn-ErrorType', 'x-amzn-ErrorMessage', 'x-amzn-RequestId'],
      maxAge: 24 * 60 * 60,
    }),
  );

  const tooLarge = () => {
    const text = `The request body is larger than ${maxBodyBytes} bytes`;
    return errorResponse(new CognitoError('RequestEntityTooLargeException', text), 413);
  };
  app.post('/', bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }), async ({ req: { raw } }) => {
    const [, name] = targetPattern.exec(raw.headers.get('x-amz-target') ?? '') ?? [];
    if (name === undefined) throw unknownOperation();
    if (adminOperations.has(name)) assertSigned(raw.headers);
    const operation = operations.get(name) ?? adminOperations.get(name);
    if (operation === undefined) throw notEmulated(name);
    const payload = await readPayload(raw);
    return jsonResponse(await pool.transact(() => operation(payload, pool)));
  });

  app.get(`/${pool.userPoolId}/.well-known/jwks.json`, (c) => c.json(pool.jwks));

  app.get(`/${pool.userPoolId}/.well-known/openid-configuration`, (c) => {
    const [origin, issuer] = [pool.address.origin(), pool.address.issuer()];
    return c.json({
      issuer,
      authorization_endpoint: `${origin}/oauth2/authorize`,
      token_endpoint: `${origin}/oauth2/token`,
      end_session_endpoint: `${origin}/logout`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: scopes,
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });

  app.notFound(() => errorResponse(unknownOperation(), 404));

  app.onError((error) => {
    if (error instanceof CognitoError) return errorResponse(error);
    onError(error);
    return errorResponse(new CognitoError('InternalErrorException', 'Something went wrong'), 500);
  });

  return app;
};

const readPayload = async (request: Request): Promise<object> => {
  if (mediaType(request.headers) !== contentType) {
    throw serializationError(`Content-Type must be ${contentType}`);
  }
  const payload: unknown = await request.json().catch(() => undefined);
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload;
  throw serializationError('The request body must be a JSON object');
};

/** Throws MissingAuthenticationTokenException if a request isn't signed. Doesn't verify the signature. */
const assertSigned = (headers: Headers): void => {
  if (headers.get('authorization')?.startsWith('AWS4-HMAC-SHA256 ')) return;
  throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
};

const unknownOperation = (): CognitoError =>
  new CognitoError('UnknownOperationException', 'The requested operation is not known to this user pool.');

const notEmulated = (name: string): CognitoError =>
  new CognitoError('NotImplementedException', `local-cognito does not emulate ${name}.`);

const serializationError = (message: string): CognitoError =>
  new CognitoError('SerializationException', message);

const jsonResponse = (body: object, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': contentType, 'x-amzn-requestid': randomUUID(), ...headers },
  });

const errorResponse = ({ name, message }: CognitoError, status = 400): Response =>
  jsonResponse({ __type: name, message }, status, {
    'x-amzn-errortype': `${name}:`,
    'x-amzn-errormessage': headerText(message),
  });

/** Makes a message safe for a header: it may quote the request, but headers allow only printable ASCII. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000);
