import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import { typefaces } from '../../http/typefaces.ts';
import type { Pool } from '../pool.ts';
import { AuthorizationCodes } from './authorization-codes.ts';
import { authorizeEndpoint } from './authorize.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { confirmUserEndpoint } from './confirm-user.ts';
import { logoutEndpoint } from './logout.ts';
import { OAuthError } from './oauth-error.ts';
import { messagePage } from './pages.ts';
import { tokenEndpoints } from './token-endpoints.ts';

const paths = ['/oauth2/*', '/logout', '/confirmUser', '/hosted-ui.css', '/typefaces/*'];

const maxFormBytes = 64 * 1024;

/** What a Cognito domain serves: the hosted sign-in (authorization code with PKCE), sign-out, and confirmation by link. */
export async function createHostedUi(pool: Pool, logger: Logger): Promise<Hono> {
  const app = new Hono();
  const codes = new AuthorizationCodes(pool.now);
  const sessions = new BrowserSessions(pool.now);
  const styles = await readFile(new URL('./hosted-ui.css', import.meta.url), 'utf8');

  app.on(
    ['GET', 'POST', 'OPTIONS'],
    paths,
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ['data:'],
        // Browsers hold the redirect after a form to this too. IPv6 addresses have no place in a policy.
        formAction: ["'self'", ...pool.appOrigins.filter((address) => !address.includes('['))],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // A stricter one would hide from the form's own server that the form is its own.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
    async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    },
    bodyLimit({
      maxSize: maxFormBytes,
      onError: () => {
        throw new HTTPException(413, { message: 'That was too much text.' });
      },
    }),
  );

  app.route('/', await typefaces());
  app.get('/hosted-ui.css', (c) => c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.route('/', authorizeEndpoint(pool, codes, sessions));
  app.route('/', tokenEndpoints(pool, codes));
  app.route('/', logoutEndpoint(pool, sessions));
  app.route('/', confirmUserEndpoint(pool));

  app.onError((error, c) => {
    if (error instanceof OAuthError) return c.json({ error: error.code }, 400);
    if (error instanceof HTTPException) {
      return c.html(
        messagePage('Not possible', error.message || 'The form was sent from a page that is not its own.'),
        error.status,
      );
    }
    logger.error({ err: error }, 'The hosted pages could not answer a request');
    return c.html(messagePage('Something went wrong', 'Please try again.'), 500);
  });
  return app;
}
