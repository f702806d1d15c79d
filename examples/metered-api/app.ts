import { Hono } from 'hono';
import { type Coffer, CofferError } from '#coffer-client';

/** Creates an API that charges customers one credit per request. */
export const createMeteredApi = (coffer: Coffer): Hono => {
  const app = new Hono();

  app.get('/fortune', async (c) => {
    // A real API takes the customer's id from an access token that it has verified.
    const customerId = c.req.header('X-Customer');
    if (customerId === undefined) return c.json({ error: 'The header X-Customer is missing' }, 401);
    const { available } = await coffer.spend({ customerId, credits: 1, reference: 'GET /fortune' });
    return c.json({ fortune: 'A pleasant surprise is waiting for you.', creditsLeft: available });
  });

  app.onError((error, c) => {
    if (!(error instanceof CofferError)) throw error;
    switch (error.code) {
      case 'insufficient-credits':
        return c.json(
          { error: 'No credits left', required: error.required, available: error.available },
          402,
        );
      case 'customer-blocked':
        return c.json({ error: 'This account is blocked' }, 402);
      case 'customer-not-found':
        return c.json({ error: 'Unknown customer' }, 401);
      default:
        // Fail closed: if the store is unavailable, don't serve requests for free.
        console.error(error.message);
        return c.json({ error: 'Charging is not possible right now' }, 503);
    }
  });

  return app;
};
