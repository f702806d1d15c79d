import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { limitBody } from 'local-services/http/body.ts';
import { staticFiles } from 'local-services/http/static-files.ts';
import { CognitoError } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';
import { messagePage } from './hosted-ui/pages.ts';
import { type Grant, signInRoutes } from './hosted-ui/sign-in.ts';
import { OAuthError, tokenRoute } from './hosted-ui/token.ts';
import { signUpOperations } from './operations/sign-up.ts';
import type { Pool } from './pool.ts';

const paths = ['/oauth2/*', '/logout', '/confirmUser', '/hosted-ui.css'];

/** Creates a Cognito domain's pages: sign-in (authorization code with PKCE), sign-out, and confirmation by link. */
export const createHostedUi = async (pool: Pool, onError: (error: Error) => void): Promise<Hono> => {
  const app = new Hono();
  const codes = new ExpiringMap<Grant>(pool.now);

  app.on(
    ['GET', 'POST', 'OPTIONS'],
    paths,
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        // Browsers also apply this to redirects after a form. IPv6 addresses are omitted: a policy can't name them.
        formAction: ["'self'", ...pool.appOrigins.filter((address) => !address.includes('['))],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // With a stricter policy, browsers would post the form with `Origin: null`, which the CSRF check rejects.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
    async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    },
    limitBody(64 * 1024, 'The form is too large.'),
  );

  app.route('/', await staticFiles({ '/hosted-ui.css': new URL('./hosted-ui.css', import.meta.url) }));
  app.route('/', signInRoutes(pool, codes));
  app.route('/', tokenRoute(pool, codes));

  // Confirms a sign-up. The sign-up email links to this page.
  app.get('/confirmUser', async (c) => {
    const { client_id, user_name, confirmation_code } = c.req.query();
    const input = { ClientId: client_id, Username: user_name, ConfirmationCode: confirmation_code };
    try {
      await pool.transact(() => signUpOperations.ConfirmSignUp(input, pool));
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      return c.html(messagePage('We couldn’t confirm your account', error.message), 400);
    }
    return c.html(
      messagePage('Your registration has been confirmed!', 'You can close this page and go back to the app.'),
    );
  });

  app.onError((error, c) => {
    if (error instanceof OAuthError) return c.json({ error: error.message }, 400);
    if (error instanceof HTTPException) {
      const text = error.message || 'The form was sent from another site.';
      return c.html(messagePage('Something went wrong', text), error.status);
    }
    onError(error);
    return c.html(messagePage('Something went wrong', 'Please try again.'), 500);
  });
  return app;
};
