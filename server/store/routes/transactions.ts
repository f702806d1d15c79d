import { Hono } from 'hono';
import { reads } from '#contract/endpoints.ts';
import { defaultPageSize, maxPageSize, transactionStatuses } from '#contract/history-query.ts';
import { historyQuerySchema } from '#contract/history-query-schema.ts';
import { serve, unknownCustomer } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { parseOrRefuse } from '../http/requests.ts';
import type { ReadingParts } from '../parts.ts';

export const transactionRoutes = ({ ledger }: ReadingParts) => {
  const routes = new Hono<RequestEnvironment>();
  serve(
    routes,
    reads.history,
    {
      summary: 'The ledger, newest first',
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
        {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
        },
        { name: 'status', in: 'query', schema: { type: 'string', enum: [...transactionStatuses] } },
      ],
      statuses: {
        200:
          'One page. A purchase that was given back in part stays completed; of its credits the same share is taken ' +
          'back, rounded down, and `reversals` has each part',
        400: 'A parameter is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const query = parseOrRefuse(historyQuerySchema, c.req.query());
      return ledger.readHistory(c.get('caller').customerId, query);
    },
  );
  serve(
    routes,
    reads.summary,
    {
      summary: 'Sums over the completed transactions, and the number of all',
      statuses: {
        200: 'The summary, less what was given back. The balance may be below zero by that alone',
        ...unknownCustomer,
      },
    },
    (c) => ledger.readSummary(c.get('caller').customerId),
  );
  return routes;
};
