import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantActivityQuerySchema } from '#contract/merchant/requests.ts';
import { activityKinds, defaultActivityLimit, maxPageSize } from '#contract/queries.ts';
import { usageQuerySchema } from '#contract/usage.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import type { Database } from '../database/database.ts';
import type { App } from '../http/middleware.ts';
import { limitParameter, serve } from '../http/serve.ts';
import { createMerchantActivityReader } from '../ledger/activity.ts';
import { createUsageReader } from '../ledger/usage.ts';
import { parseFields } from '../merchant/requests.ts';
import { customerParameter, readCustomerId } from './merchant-customers.ts';

const parameter = (name: string, description: string, schema: object) =>
  ({ name, in: 'query', description, schema }) as const;
const time = { type: 'string', format: 'date-time' } as const;
const date = { type: 'string', format: 'date' } as const;

export const addMerchantUsageRoutes = (app: App, database: Database): void => {
  const readActivity = createMerchantActivityReader(database);
  // A long range takes seconds, so that one merchant's reads must not occupy every connection.
  const readUsage = createUsageReader(withConnectionLimit(database, 1));
  serve(
    app,
    merchantEndpoints.listActivity,
    {
      summary: 'Returns the changes of a customer’s balance, newest first',
      parameters: [
        customerParameter,
        parameter('before', 'The `next` of the previous page. Absent: the newest', { type: 'string' }),
        limitParameter(maxPageSize, defaultActivityLimit),
        parameter('kind', 'Only this kind', { type: 'string', enum: [...activityKinds] }),
        parameter('reference', 'Only spends and returns with this reference', { type: 'string' }),
        parameter('from', 'Only changes at or after this time', time),
        parameter('to', 'Only changes before this time', time),
      ],
      errors: ['invalid-request', 'customer-not-found'],
    },
    async (c) => {
      const customerId = readCustomerId(c.req.param('id'));
      return readActivity(customerId, parseFields(merchantActivityQuerySchema, c.req.query()));
    },
  );
  serve(
    app,
    merchantEndpoints.readUsage,
    {
      summary: 'Returns the credits that a customer spent, minus those returned, by day or reference',
      parameters: [
        customerParameter,
        parameter('from', 'The first day, in Chicago. Absent: 29 days before `to`', date),
        parameter('to', 'The last day, at most 365 days after `from`. Absent: today', date),
        parameter('by', 'Absent: day', { type: 'string', enum: ['day', 'reference'] }),
      ],
      errors: ['invalid-request', 'customer-not-found'],
    },
    async (c) => {
      const customerId = readCustomerId(c.req.param('id'));
      return readUsage(customerId, parseFields(usageQuerySchema, c.req.query()));
    },
  );
};
