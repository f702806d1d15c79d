import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { limitBody } from 'local-services/http/body.ts';
import { staticFiles } from 'local-services/http/static-files.ts';
import { typefaces } from 'local-services/http/typefaces.ts';
import type { Logger } from 'pino';
import { CognitoError } from '../errors.ts';
import { OpaqueTokens } from '../opaque-tokens.ts';
import { confirmSignUp } from '../operations/sign-up.ts';
import type { Pool } from '../pool.ts';
import type { CodeGrant } from './authorization-codes.ts';
import { readParameters, readRedirectUri } from './authorization-request.ts';
import { authorizeEndpoint } from './authorize.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { messagePage } from './pages.ts';
import { OAuthError, tokenEndpoints } from './token-endpoints.ts';

const paths = ['/oauth2/*', '/logout', '/confirmUser', '/hosted-ui.css', '/typefaces/*'];

const maxFormBytes = 64 * 1024;

/** What a Cognito domain serves: the hosted sign-in (authorization code with PKCE), sign-out, and confirmation by link. */
export const createHostedUi = async (pool: Pool, logger: Logger): Promise<Hono> => {
  const app = new Hono();
  const codes = new OpaqueTokens<CodeGrant>(pool.now);
  const sessions = createBrowserSessions(pool.now);

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
      // Under a stricter policy the form is posted with `Origin: null`, and the CSRF check would refuse it.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
    async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    },
    limitBody(maxFormBytes, 'The form is too large.'),
  );

  app.route('/', await typefaces());
  app.route('/', await staticFiles({ '/hosted-ui.css': new URL('./hosted-ui.css', import.meta.url) }));
  app.route('/', authorizeEndpoint(pool, codes, sessions));
  app.route('/', tokenEndpoints(pool, codes));

  // Signs the browser out of the hosted pages and goes back to the app, whose tokens are its own to revoke.
  app.get('/logout', (c) => {
    const parameters = readParameters(new URL(c.req.url).searchParams);
    const address = readRedirectUri(pool.appOrigins, parameters?.get('logout_uri'));
    if (parameters?.get('client_id') !== pool.clientId || address === undefined) {
      const reason =
        'The app (client_id) is unknown, or the return address (logout_uri) does not belong to it.';
      return c.html(messagePage('Sign-out not possible', reason), 400);
    }
    sessions.end(c);
    return c.redirect(address.href, 303);
  });

  // Where the link in the mail of a sign-up leads.
  app.get('/confirmUser', async (c) => {
    const { client_id, user_name, confirmation_code } = c.req.query();
    const input = { ClientId: client_id, Username: user_name, ConfirmationCode: confirmation_code };
    try {
      await pool.transact(() => confirmSignUp(input, pool));
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      return c.html(messagePage('Confirmation not possible', error.message), 400);
    }
    return c.html(
      messagePage('Your registration has been confirmed!', 'You can close this page and go back to the app.'),
    );
  });

  app.onError((error, c) => {
    if (error instanceof OAuthError) return c.json({ error: error.code }, 400);
    if (error instanceof HTTPException) {
      return c.html(
        messagePage('Not possible', error.message || 'The form was sent from another site.'),
        error.status,
      );
    }
    logger.error({ err: error }, 'The hosted pages could not answer a request');
    return c.html(messagePage('Something went wrong', 'Please try again.'), 500);
  });
  return app;
};
