import { type Context, Hono } from 'hono';
import { csrf } from 'hono/csrf';
import * as v from 'valibot';
import { username } from '../constraints.ts';
import { CognitoError } from '../errors.ts';
import { signInWithPassword } from '../password-sign-in.ts';
import type { Pool } from '../pool.ts';
import { type AuthorizationCodes, codeLifeSeconds } from './authorization-codes.ts';
import {
  type AuthorizationRequest,
  type AuthorizationResult,
  readAuthorizationRequest,
} from './authorization-request.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { messagePage, signInPage } from './pages.ts';

const path = '/oauth2/authorize';

const credentialsSchema = v.object({
  email: v.pipe(v.string(), v.trim(), username),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
});

/** The sign-in page, which sends a code to the app that opened it. */
export const authorizeEndpoint = (pool: Pool, codes: AuthorizationCodes, sessions: BrowserSessions): Hono => {
  const app = new Hono();

  const readRequest = (c: Context) => readAuthorizationRequest(new URL(c.req.url).searchParams, pool);
  const sendCode = (c: Context, sub: string, request: AuthorizationRequest) => {
    const code = codes.issue({ sub, request }, codeLifeSeconds);
    return c.redirect(withQuery(request.redirectUri, { code, state: request.state }), 303);
  };

  app.get(path, (c) => {
    const result = readRequest(c);
    if (result.outcome !== 'accepted') return refuse(c, result);
    const sub = sessions.userOf(c);
    const user = sub === undefined ? undefined : pool.users.find(sub);
    return user?.enabled ? sendCode(c, user.sub, result.request) : c.html(signInPage());
  });

  app.post(path, csrf(), async (c) => {
    const result = readRequest(c);
    if (result.outcome !== 'accepted') return refuse(c, result);
    const form = await c.req.parseBody();
    const email = typeof form['email'] === 'string' ? form['email'] : '';
    try {
      const user = await pool.transact(() => signIn(pool, form));
      sessions.begin(c, user.sub);
      return sendCode(c, user.sub, result.request);
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      return c.html(signInPage({ email, problem: error.message }), 400);
    }
  });

  return app;
};

/** Throws a CognitoError whose text is for the person at the form. */
const signIn = (pool: Pool, form: unknown) => {
  const { success, output } = v.safeParse(credentialsSchema, form);
  if (success) return signInWithPassword(pool, output.email, output.password);
  throw new CognitoError('InvalidParameterException', 'Enter your email and password.');
};

const refuse = (c: Context, result: Exclude<AuthorizationResult, { outcome: 'accepted' }>) => {
  if (result.outcome === 'untrusted') return c.html(messagePage('Sign-in not possible', result.reason), 400);
  const { redirectUri, error, state } = result;
  return c.redirect(withQuery(redirectUri, { error, state }), 303);
};

/** An address with more parameters in its query. */
const withQuery = (address: URL, parameters: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
};
