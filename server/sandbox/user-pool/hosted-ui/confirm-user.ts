import { Hono } from 'hono';
import { CognitoError } from '../errors.ts';
import { confirmSignUp } from '../operations/confirm-sign-up.ts';
import type { Pool } from '../pool.ts';
import { messagePage } from './pages.ts';

/** `/confirmUser`: where the link in the mail of a sign-up leads. */
export function confirmUserEndpoint(pool: Pool): Hono {
  const app = new Hono();
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
  return app;
}
