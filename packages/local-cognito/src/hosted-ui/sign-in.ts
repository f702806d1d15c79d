import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import * as v from 'valibot';
import { CognitoError, incorrectUsernameOrPassword, notAuthorized } from '../errors.ts';
import { ExpiringMap } from '../expiring-map.ts';
import { username } from '../input.ts';
import { assertPassword } from '../passwords.ts';
import type { Pool } from '../pool.ts';
import { accountScope } from '../sessions.ts';
import type { User } from '../users.ts';
import { messagePage, signInPage } from './pages.ts';

/** The pool's scopes. An app that requests no scopes gets all of them. */
export const scopes = ['openid', 'email', 'phone', 'profile', accountScope] as const;

export interface Grant {
  readonly sub: string;
  readonly redirectUri: URL;
  readonly scope: string;
  /** The SHA-256 of the app's code verifier, in base64url. */
  readonly codeChallenge: string;
}

export type Codes = ExpiringMap<Grant>;

const codeLifeSeconds = 5 * 60;
const cookieName = 'hosted-session';
const cookieLifeSeconds = 60 * 60;

const credentialsSchema = v.object({
  email: v.pipe(v.string(), v.trim(), username),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
});

export const signInRoutes = (pool: Pool, codes: Codes): Hono => {
  const app = new Hono();
  const browsers = new ExpiringMap<string>(pool.now);

  const sendCode = (c: Context, sub: string, request: AuthorizationRequest) => {
    const { redirectUri, scope, codeChallenge, state } = request;
    const code = codes.issue({ sub, redirectUri, scope, codeChallenge }, codeLifeSeconds);
    return c.redirect(withQuery(redirectUri, { code, state }), 303);
  };

  app.get('/oauth2/authorize', async (c) => {
    const request = await readRequest(c, pool);
    if (request instanceof Response) return request;
    // A browser that is already signed in here gets a code without the form.
    const user = pool.users.find(browsers.get(getCookie(c, cookieName) ?? '') ?? '');
    return user?.enabled ? sendCode(c, user.sub, request) : c.html(signInPage());
  });

  app.post('/oauth2/authorize', csrf(), async (c) => {
    const request = await readRequest(c, pool);
    if (request instanceof Response) return request;
    const form = await c.req.parseBody();
    try {
      const { sub } = signIn(pool, form);
      const session = browsers.issue(sub, cookieLifeSeconds);
      setCookie(c, cookieName, session, { httpOnly: true, sameSite: 'Lax', maxAge: cookieLifeSeconds });
      return sendCode(c, sub, request);
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      return c.html(signInPage({ email: `${form['email'] ?? ''}`, problem: error.message }), 400);
    }
  });

  // This signs the browser out of the hosted pages. The app revokes its own tokens.
  app.get('/logout', (c) => {
    const parameters = readParameters(new URL(c.req.url).searchParams);
    const address = readRedirectUri(pool.appOrigins, parameters?.get('logout_uri'));
    if (parameters?.get('client_id') !== pool.clientId || address === undefined) {
      const reason = 'The client_id is unknown, or the logout_uri does not belong to the app.';
      return c.html(messagePage('We couldn’t sign you out', reason), 400);
    }
    browsers.take(getCookie(c, cookieName) ?? '');
    deleteCookie(c, cookieName, { path: '/' });
    return c.redirect(address.href, 303);
  });

  return app;
};

const signIn = (pool: Pool, form: unknown): User => {
  const { success, output } = v.safeParse(credentialsSchema, form);
  if (!success) throw new CognitoError('InvalidParameterException', 'Enter your email and password.');
  const user = pool.users.find(output.email);
  if (user === undefined) throw incorrectUsernameOrPassword();
  assertPassword(pool.poolName, user, output.password);
  if (user.status === 'FORCE_CHANGE_PASSWORD') throw notAuthorized('A new password is required.');
  return user;
};

type AuthorizationRequest = Omit<Grant, 'sub'> & { readonly state: string | undefined };

/** Reads a request for a code (RFC 6749, 4.1.1; RFC 7636, 4.3). Returns a response if the request is invalid. */
const readRequest = (c: Context, pool: Pool): AuthorizationRequest | Response | Promise<Response> => {
  const parameters = readParameters(new URL(c.req.url).searchParams);
  // Without a trusted redirect URI, the user sees the error, and the app gets no response.
  const untrusted = (reason: string) => c.html(messagePage('We couldn’t sign you in', reason), 400);
  if (parameters === undefined) return untrusted('A parameter appears twice.');
  if (parameters.get('client_id') !== pool.clientId) {
    return untrusted('The app (client_id) is unknown.');
  }
  const redirectUri = readRedirectUri(pool.appOrigins, parameters.get('redirect_uri'));
  if (redirectUri === undefined) {
    return untrusted('The return address (redirect_uri) does not belong to the app.');
  }

  const state = parameters.get('state');
  const refused = (error: string) => c.redirect(withQuery(redirectUri, { error, state }), 303);
  const responseType = parameters.get('response_type');
  if (responseType === undefined) return refused('invalid_request');
  if (responseType !== 'code') return refused('unsupported_response_type');
  const codeChallenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return refused('invalid_request');
  }
  const scope = parameters.get('scope') ?? scopes.join(' ');
  const isKnown = scope.split(' ').every((name) => scopes.some((known) => known === name));
  return isKnown ? { redirectUri, state, scope, codeChallenge } : refused('invalid_scope');
};

/** Returns the parameters of a query or form; undefined if one appears twice, which OAuth forbids (RFC 6749, 3.1). */
export const readParameters = (input: URLSearchParams): ReadonlyMap<string, string> | undefined => {
  const parameters = new Map(input);
  return parameters.size === input.size ? parameters : undefined;
};

/** Returns an allowed redirect URI. Use the result, not `text`, which browsers may parse differently. */
const readRedirectUri = (appOrigins: readonly string[], text: string | undefined): URL | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !text.includes('#');
  return isPlain && appOrigins.includes(url.origin) ? url : undefined;
};

const withQuery = (address: URL, parameters: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
};
