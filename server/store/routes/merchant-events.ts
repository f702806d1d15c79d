import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { defaultEventLimit, eventQuerySchema, maxEventLimit } from '#contract/merchant/requests.ts';
import type { Database } from '../database/database.ts';
import { readEvents } from '../events/merchant-events.ts';
import type { App } from '../http/middleware.ts';
import { limitParameter, queryParameter, serve } from '../http/serve.ts';
import { parseFields } from '../merchant/requests.ts';

export const addMerchantEventRoutes = (app: App, database: Database): void => {
  serve(
    app,
    merchantEndpoints.listEvents,
    {
      summary: 'Lists the events of the last 30 days, oldest first',
      description: 'Store the id of the last event that you read, and pass it as `after` in the next call.',
      parameters: [
        queryParameter(
          'after',
          { type: 'string' },
          'The id of the last event that you have. Absent or 0: start at the oldest event',
        ),
        limitParameter(maxEventLimit, defaultEventLimit),
      ],
      errors: ['invalid-request', 'unknown-event', 'events-gone'],
    },
    async (c) => {
      const query = parseFields(eventQuerySchema, c.req.query());
      return { events: await readEvents(database, query) };
    },
  );
};
