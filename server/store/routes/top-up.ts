import { topUpRequestSchema } from '#contract/top-up.ts';
import { topUpEndpoints as endpoints } from '#contract/top-up-endpoints.ts';
import { signInNeeded } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { expectedCentsSchema, parseBody, parseInput, readJson } from '../http/requests.ts';
import { expectedCentsParameter, serve, serveOwn } from '../http/serve.ts';
import type { CustomerParts } from '../parts.ts';
import { createTopUps } from '../top-up/top-ups.ts';

export const addTopUpRoutes = (app: App, { database, config, poolUsers }: CustomerParts): void => {
  const topUps = createTopUps(database, config);
  serveOwn(
    app,
    endpoints.read,
    'Returns the automatic top-up: its settings, state and last charge',
    'The top-up, which is off until the customer agrees to it',
    topUps.read,
  );
  serve(
    app,
    endpoints.save,
    {
      summary: 'Saves the settings and the consent, and turns automatic top-up on. Charges nothing',
      parameters: [
        expectedCentsParameter(
          'The price in US cents that the customer saw. At any other price, nothing is saved',
        ),
      ],
      statuses: {
        200: 'Saved and on',
        400: 'The request is not valid, the limit is below the price, or the package can’t raise the balance above the threshold',
        402: 'The card has expired, or its bank says that it may not work',
        403:
          'The customer is blocked, or a sign-in within the last ten minutes is needed (`recent-sign-in-required`): to turn top-up ' +
          'on, and for another card or package, or a higher threshold or limit',
        404: 'Customer, package or saved card not found',
        409: 'The consent text or the price has changed, or the store does not offer top-up',
      },
    },
    async (c) => {
      const expectedCents = parseInput(expectedCentsSchema, c.req.header('X-Expected-Amount-Cents'));
      const request = parseBody(topUpRequestSchema, await readJson(c));
      const caller = c.get('caller');
      if ((await poolUsers.check(caller.accessToken)) === 'ended') throw signInNeeded();
      return topUps.save({ caller, request, expectedCents });
    },
  );
  serveOwn(
    app,
    endpoints.turnOff,
    'Turns automatic top-up off: nothing is sent after the answer. Safe to repeat',
    'Off. `open_charge` was sent before and may still succeed',
    topUps.turnOff,
  );
};
