import { activity, creditReads, reads } from '#contract/endpoints.ts';
import {
  activityKinds,
  defaultActivityLimit,
  defaultPageSize,
  maxPageSize,
  transactionStatuses,
} from '#contract/queries.ts';
import { activityQuerySchema, historyQuerySchema } from '#contract/query-schemas.ts';
import { usageQuerySchema } from '#contract/usage.ts';
import type { App } from '../http/middleware.ts';
import { parseInput } from '../http/requests.ts';
import { limitParameter, queryParameter, serve, serveOwn, unknownCustomer } from '../http/serve.ts';
import { parseFields } from '../merchant/requests.ts';
import type { CustomerParts } from '../parts.ts';
import { usageParameters } from './merchant-customers.ts';

export const addLedgerRoutes = (app: App, { ledger }: CustomerParts): void => {
  serve(
    app,
    reads.history,
    {
      summary: 'Returns the ledger, newest first',
      parameters: [
        queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
        limitParameter(maxPageSize, defaultPageSize),
        queryParameter('status', { type: 'string', enum: [...transactionStatuses] }),
      ],
      statuses: {
        200:
          'One page. A partially refunded purchase stays completed and loses the same share of its credits, ' +
          'rounded down; `reversals` lists each refund',
        400: 'A parameter is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const query = parseInput(historyQuerySchema, c.req.query());
      return ledger.readHistory(c.get('caller').customerId, query);
    },
  );
  serveOwn(
    app,
    reads.summary,
    'Returns the sums of completed transactions, and the number of all transactions',
    'The summary, with refunds subtracted. Refunds can put the balance below zero',
    ledger.readSummary,
  );
  serve(
    app,
    activity,
    {
      summary: 'Returns every change of the balance, newest first',
      parameters: [
        queryParameter(
          'before',
          { type: 'string' },
          'The `next` of the previous page. Without it: the newest entries',
        ),
        limitParameter(maxPageSize, defaultActivityLimit),
        queryParameter('kind', { type: 'string', enum: [...activityKinds] }),
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
  serve(
    app,
    creditReads.usage,
    {
      summary: 'Returns the credits spent, minus those returned, by day or reference',
      parameters: usageParameters,
      statuses: { 200: 'The usage', 400: 'A parameter is not valid', ...unknownCustomer },
    },
    async (c) => {
      const query = parseFields(usageQuerySchema, c.req.query());
      return ledger.readUsage(c.get('caller').customerId, query);
    },
  );
};
