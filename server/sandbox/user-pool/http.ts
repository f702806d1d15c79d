import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { CognitoError } from './errors.ts';
import { scopes } from './hosted-ui/authorization-request.ts';
import { operations } from './operations/index.ts';
import type { Pool } from './pool.ts';
import {
  errorResponse,
  maxBodyBytes,
  operationName,
  readPayload,
  resultResponse,
  unknownOperation,
} from './protocol.ts';

export interface HttpOptions {
  readonly pool: Pool;
  readonly userPoolId: string;
  readonly issuer: string;
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly logger: Logger;
  readonly hostedUi: Hono;
}

/**
 * The pool's HTTP face: the JSON protocol at `POST /`, the key set and metadata under the issuer, and the hosted pages,
 * which unlike the rest do not answer scripts of any origin.
 */
export function createHttpApp({ pool, userPoolId, issuer, jwks, logger, hostedUi }: HttpOptions): Hono {
  const app = new Hono();
  app.route('/', hostedUi);
  const jwksPath = `/${userPoolId}/.well-known/jwks.json`;

  app.use(
    cors({
      origin: '*',
      allowMethods: ['POST', 'GET'],
      allowHeaders: ['Content-Type', 'X-Amz-Target', 'X-Amz-User-Agent', 'Cache-Control'],
      exposeHeaders: ['x-amzn-ErrorType', 'x-amzn-ErrorMessage', 'x-amzn-RequestId'],
      maxAge: 24 * 60 * 60,
    }),
  );

  app.post('/', bodyLimit({ maxSize: maxBodyBytes, onError: () => tooLarge() }), async (context) => {
    const operation = operations.get(operationName(context.req.raw.headers));
    if (operation === undefined) throw unknownOperation();
    const payload = await readPayload(context.req.raw);
    return resultResponse(await pool.transact(() => operation(payload, pool)));
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
}

const tooLarge = (): Response =>
  errorResponse(
    new CognitoError('RequestEntityTooLargeException', `The request body is over ${maxBodyBytes} bytes`),
    413,
  );
