import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { readForm } from 'local-services/http/body.ts';
import { equalSecrets, sha256 } from 'local-services/secrets.ts';
import { refreshSession, startSession } from '../authorization.ts';
import { CognitoError } from '../errors.ts';
import type { Pool } from '../pool.ts';
import type { Session } from '../sessions.ts';
import type { TokenPair } from '../tokens.ts';
import { type Codes, readParameters } from './sign-in.ts';

/** An OAuth error, sent as `{ "error": message }` (RFC 6749, 5.2). */
export class OAuthError extends Error {}

type Form = ReadonlyMap<string, string>;

export const tokenRoute = (pool: Pool, codes: Codes): Hono => {
  const app = new Hono();
  const origin = [...pool.appOrigins];
  app.use('/oauth2/token', cors({ origin, allowMethods: ['POST'], allowHeaders: ['Content-Type'] }));

  app.post('/oauth2/token', async (c) => {
    const form = await readClientForm(c, pool.clientId);
    const grantType = required(form, 'grant_type');
    try {
      if (grantType === 'authorization_code')
        return c.json(await pool.transact(() => tokensForCode(pool, codes, form)));
      if (grantType === 'refresh_token')
        return c.json(await pool.transact(() => tokensForRefresh(pool, form)));
    } catch (error) {
      throw error instanceof CognitoError ? new OAuthError('invalid_grant') : error;
    }
    throw new OAuthError('unsupported_grant_type');
  });

  return app;
};

const tokensForCode = async (pool: Pool, codes: Codes, form: Form): Promise<object> => {
  const grant = codes.take(required(form, 'code'));
  const address = form.get('redirect_uri') ?? '';
  const isSame = URL.canParse(address) && new URL(address).href === grant?.redirectUri.href;
  if (grant === undefined || !isSame || !isVerifierOf(form.get('code_verifier') ?? '', grant.codeChallenge)) {
    throw new OAuthError('invalid_grant');
  }
  const user = pool.users.requireActive(grant.sub);
  const deviceKey = pool.settings.get().deviceTracking ? pool.devices.trackHosted(user.sub) : null;
  const { session, tokens, refreshToken } = await startSession(pool, user, { scope: grant.scope, deviceKey });
  return { ...tokenResponse(session, tokens), refresh_token: refreshToken };
};

const tokensForRefresh = async (pool: Pool, form: Form): Promise<object> => {
  const given = required(form, 'refresh_token');
  const { session, tokens, refreshToken } = await refreshSession(pool, given, 'own-browser');
  return { ...tokenResponse(session, tokens), ...(refreshToken && { refresh_token: refreshToken }) };
};

/** Returns whether a code verifier matches a code challenge (RFC 7636, 4.6). */
const isVerifierOf = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && equalSecrets(sha256(verifier), Buffer.from(challenge, 'base64url'));

const tokenResponse = ({ scope }: Session, { accessToken, idToken, expiresIn }: TokenPair): object => ({
  ...(scope.split(' ').includes('openid') && { id_token: idToken }),
  access_token: accessToken,
  expires_in: expiresIn,
  token_type: 'Bearer',
});

const readClientForm = async (c: Context, clientId: string): Promise<Form> => {
  const body = await readForm(c);
  const form = body && readParameters(body);
  if (form === undefined) throw new OAuthError('invalid_request');
  if (required(form, 'client_id') !== clientId) throw new OAuthError('invalid_client');
  return form;
};

const required = (form: Form, name: string): string => {
  const value = form.get(name);
  if (value) return value;
  throw new OAuthError('invalid_request');
};
