import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { readForm } from 'local-services/http/body.ts';
import { enabledUser } from '../authorization.ts';
import { CognitoError } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { refreshSession, revokeRefreshToken, startSession } from '../session-tokens.ts';
import type { Session } from '../sessions.ts';
import type { TokenPair } from '../tokens.ts';
import { type AuthorizationCodes, redeemAuthorizationCode } from './authorization-codes.ts';
import { type Parameters, readParameters } from './authorization-request.ts';

/** The error codes of both endpoints (RFC 6749, 5.2; RFC 7009, 2.2.1). */
export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';

/** An expected refusal, answered as `{ "error": code }`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(code);
    this.code = code;
  }
}

/** `/oauth2/token`: tokens for a code or a refresh token. `/oauth2/revoke`: the end of a refresh token. */
export const tokenEndpoints = (pool: Pool, codes: AuthorizationCodes): Hono => {
  const app = new Hono();
  const sameApp = cors({
    origin: [...pool.appOrigins],
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type'],
    maxAge: 24 * 60 * 60,
  });
  app.use('/oauth2/token', sameApp);
  app.use('/oauth2/revoke', sameApp);

  app.post('/oauth2/token', async (c) => {
    const form = await readClientForm(c, pool.clientId);
    return c.json(await pool.transact(() => tokensFor(pool, codes, form)).catch(refuseAs('invalid_grant')));
  });

  app.post('/oauth2/revoke', async (c) => {
    const token = required(await readClientForm(c, pool.clientId), 'token');
    await pool.transact(() => revokeRefreshToken(pool, token)).catch(refuseAs('unsupported_token_type'));
    return c.body(null, 200);
  });

  return app;
};

const tokensFor = async (pool: Pool, codes: AuthorizationCodes, form: Parameters): Promise<object> => {
  const grantType = required(form, 'grant_type');
  if (grantType === 'authorization_code') return tokensForCode(pool, codes, form);
  if (grantType !== 'refresh_token') throw new OAuthError('unsupported_grant_type');
  const { session, tokens, refreshToken } = await refreshSession(
    pool,
    required(form, 'refresh_token'),
    'own-browser',
  );
  return { ...tokenResponse(session, tokens), ...(refreshToken && { refresh_token: refreshToken }) };
};

const tokensForCode = async (pool: Pool, codes: AuthorizationCodes, form: Parameters): Promise<object> => {
  const code = required(form, 'code');
  const grant = redeemAuthorizationCode(codes, code, form.get('redirect_uri'), form.get('code_verifier'));
  if (grant === undefined) throw new OAuthError('invalid_grant');
  const user = enabledUser(pool, grant.sub);
  const { scope } = grant.request;
  const deviceKey = pool.settings().deviceTracking ? pool.devices.trackHosted(user.sub) : null;
  const { session, tokens, refreshToken } = await startSession(pool, user, { scope, deviceKey });
  return { ...tokenResponse(session, tokens), refresh_token: refreshToken };
};

const tokenResponse = ({ scope }: Session, { accessToken, idToken, expiresIn }: TokenPair): object => ({
  ...(scope.split(' ').includes('openid') && { id_token: idToken }),
  access_token: accessToken,
  expires_in: expiresIn,
  token_type: 'Bearer',
});

/** The user pool's own refusals all mean one thing at an endpoint. */
const refuseAs =
  (code: OAuthErrorCode) =>
  (error: unknown): never => {
    throw error instanceof CognitoError ? new OAuthError(code) : error;
  };

/** Reads a form of the pool's own client. Throws invalid_request or invalid_client. */
const readClientForm = async (c: Context, clientId: string): Promise<Parameters> => {
  const body = await readForm(c);
  const form = body && readParameters(body);
  if (form === undefined) throw new OAuthError('invalid_request');
  if (required(form, 'client_id') !== clientId) throw new OAuthError('invalid_client');
  return form;
};

const required = (form: Parameters, name: string): string => {
  const value = form.get(name);
  if (value) return value;
  throw new OAuthError('invalid_request');
};
