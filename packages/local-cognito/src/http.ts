import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { mediaType } from 'local-services/http/body.ts';
import type { Logger } from 'pino';
import { CognitoError } from './errors.ts';
import { scopes } from './hosted-ui/authorization-request.ts';
import type { PoolKeys } from './keys.ts';
import { operations } from './operations/index.ts';
import type { Pool } from './pool.ts';

export interface HttpOptions {
  readonly pool: Pool;
  readonly userPoolId: string;
  readonly issuer: string;
  readonly jwks: PoolKeys['jwks'];
  readonly logger: Logger;
  readonly hostedUi: Hono;
}

/** Amazon's JSON protocol 1.1: the operation stands in a header, input and output are JSON. */
const contentType = 'application/x-amz-json-1.1';
const targetPrefix = 'AWSCognitoIdentityProviderService.';

/** Longest request body, in bytes: far above any valid one. */
const maxBodyBytes = 256 * 1024;

/** What amazon-cognito-identity-js sends, and what aws-amplify adds to it. */
const libraryHeaders = ['Content-Type', 'X-Amz-Target', 'X-Amz-User-Agent', 'Cache-Control'];
const amplifyHeaders = ['Amz-Sdk-Invocation-Id', 'Amz-Sdk-Request'];

/**
 * The pool's HTTP face: the JSON protocol at `POST /`, the key set and metadata under the issuer, and the hosted pages,
 * which unlike the rest do not answer scripts of any origin.
 */
export const createHttpApp = ({ pool, userPoolId, issuer, jwks, logger, hostedUi }: HttpOptions): Hono => {
  const app = new Hono();
  app.route('/', hostedUi);
  const jwksPath = `/${userPoolId}/.well-known/jwks.json`;

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
    const text = `The request body is over ${maxBodyBytes} bytes`;
    return errorResponse(new CognitoError('RequestEntityTooLargeException', text), 413);
  };
  app.post('/', bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }), async ({ req: { raw } }) => {
    const target = raw.headers.get('x-amz-target') ?? '';
    const operation = target.startsWith(targetPrefix)
      ? operations.get(target.slice(targetPrefix.length))
      : undefined;
    if (operation === undefined) throw unknownOperation();
    const payload = await readPayload(raw);
    return jsonResponse(await pool.transact(() => operation(payload, pool)));
  });

  app.get(jwksPath, (context) => context.json(jwks));

  app.get(`/${userPoolId}/.well-known/openid-configuration`, (context) =>
    context.json({
      issuer,
      authorization_endpoint: `${pool.origin}/oauth2/authorize`,
      token_endpoint: `${pool.origin}/oauth2/token`,
      revocation_endpoint: `${pool.origin}/oauth2/revoke`,
      end_session_endpoint: `${pool.origin}/logout`,
      jwks_uri: `${pool.origin}${jwksPath}`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: scopes,
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['none'],
    }),
  );

  app.notFound(() => errorResponse(unknownOperation(), 404));

  app.onError((error) => {
    if (error instanceof CognitoError) return errorResponse(error);
    logger.error({ err: error }, 'The user pool could not answer a request');
    return errorResponse(new CognitoError('InternalErrorException', 'Something went wrong'), 500);
  });

  return app;
};

/** The input of an operation: any JSON object. Throws SerializationException for everything else. */
const readPayload = async (request: Request): Promise<object> => {
  if (mediaType(request.headers) !== contentType) {
    throw serializationError(`Content-Type must be ${contentType}`);
  }
  const payload: unknown = await request.json().catch(() => {
    throw serializationError('The request body is not JSON');
  });
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload;
  throw serializationError('The request body must be a JSON object');
};

const unknownOperation = (): CognitoError =>
  new CognitoError('UnknownOperationException', 'The requested operation is not known to this user pool.');

const serializationError = (message: string): CognitoError =>
  new CognitoError('SerializationException', message);

const jsonResponse = (body: object, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': contentType, 'x-amzn-requestid': randomUUID(), ...headers },
  });

/** Cognito's error form: name and text stand in the body and in headers. */
const errorResponse = ({ name, message }: CognitoError, status = 400): Response =>
  jsonResponse({ __type: name, message }, status, {
    'x-amzn-errortype': `${name}:`,
    'x-amzn-errormessage': headerText(message),
  });

/** A text may quote what was sent: a header takes only printable ASCII of it, and not at any length. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000);
