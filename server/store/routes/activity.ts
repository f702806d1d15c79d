import { activityKinds, defaultActivityLimit } from '#contract/activity-query.ts';
import { activityQuerySchema } from '#contract/activity-query-schema.ts';
import { activity } from '#contract/endpoints.ts';
import { maxPageSize } from '#contract/history-query.ts';
import type { App } from '../http/middleware.ts';
import { parseInput } from '../http/requests.ts';
import { limitParameter, serve, unknownCustomer } from '../http/serve.ts';
import type { ReadingParts } from '../parts.ts';

export const addActivityRoutes = (app: App, { ledger }: ReadingParts): void => {
  serve(
    app,
    activity,
    {
      summary: 'Returns every change of the balance, newest first',
      parameters: [
        {
          name: 'before',
          in: 'query',
          description: 'The `next` of the previous page. Without it: the newest entries',
          schema: { type: 'string' },
        },
        limitParameter(maxPageSize, defaultActivityLimit),
        { name: 'kind', in: 'query', schema: { type: 'string', enum: [...activityKinds] } },
      ],
      statuses: {
        200: 'One page. Entries that arrive later do not move the older ones',
        400: 'A parameter is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const query = parseInput(activityQuerySchema, c.req.query());
      return ledger.readActivity(c.get('caller').customerId, query);
    },
  );
};
