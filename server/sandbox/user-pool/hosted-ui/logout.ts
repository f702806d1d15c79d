import { Hono } from 'hono';
import type { Pool } from '../pool.ts';
import { readAppAddress } from './app-addresses.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { messagePage } from './pages.ts';
import { readParameters } from './parameters.ts';

/** `/logout`: signs the browser out of the hosted pages and goes back to the app, whose tokens are its own to revoke. */
export function logoutEndpoint(pool: Pool, sessions: BrowserSessions): Hono {
  const app = new Hono();
  app.get('/logout', (c) => {
    const parameters = readParameters(new URL(c.req.url).searchParams);
    const address = readAppAddress(pool.appOrigins, parameters?.get('logout_uri'));
    if (parameters?.get('client_id') !== pool.clientId || address === undefined) {
      const reason =
        'The app that asks for it (client_id) is not known, or the address to go back to (logout_uri) is not the app’s.';
      return c.html(messagePage('Sign-out not possible', reason), 400);
    }
    sessions.end(c);
    return c.redirect(address.href, 303);
  });
  return app;
}
