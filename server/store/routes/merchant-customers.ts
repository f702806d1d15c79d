import * as v from 'valibot';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import {
  merchantActivityQuerySchema,
  merchantQuerySchema,
  merchantRequestSchemas,
} from '#contract/merchant/requests.ts';
import { activityKinds, defaultActivityLimit, maxPageSize } from '#contract/queries.ts';
import { usageQuerySchema } from '#contract/usage.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import type { Database } from '../database/database.ts';
import type { App } from '../http/middleware.ts';
import { limitParameter, queryParameter, serve, uuidParameter } from '../http/serve.ts';
import { createActivityReader, merchantColumns } from '../ledger/activity.ts';
import { createUsageReader } from '../ledger/usage.ts';
import { expectFound, toHttpError } from '../merchant/http-errors.ts';
import { type CreditsFor, parseFields, readFields, readId } from '../merchant/requests.ts';

const customerParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The user pool’s `sub`',
  schema: { type: 'string' },
} as const;

/** @param addCustomer returns whether it added a new customer */
export const addMerchantCustomerRoutes = (
  app: App,
  creditsFor: CreditsFor,
  addCustomer: (customerId: string) => Promise<boolean>,
): void => {
  serve(
    app,
    merchantEndpoints.findCustomers,
    {
      summary: 'Lists the customers with this verified email address',
      parameters: [
        { name: 'email', in: 'query', required: true, schema: { type: 'string', format: 'email' } },
      ],
      errors: ['invalid-request'],
    },
    async (c) => {
      const { email } = parseFields(merchantQuerySchema, c.req.query());
      return { customers: await creditsFor(c).findCustomersByEmail(email) };
    },
  );
  serve(
    app,
    merchantEndpoints.readCustomer,
    {
      summary: 'Returns a customer with their credits',
      parameters: [customerParameter],
      errors: ['customer-not-found'],
    },
    async (c) => {
      const id = readCustomerId(c.req.param('id'));
      return expectFound(await creditsFor(c).readCustomer(id), 'customer-not-found');
    },
  );
  serve(
    app,
    merchantEndpoints.createCustomer,
    {
      summary: 'Creates a customer before their first visit to the store. Safe to repeat',
      parameters: [uuidParameter('id', customerParameter.description)],
      errors: ['invalid-request', 'customer-not-found'],
    },
    async (c) => {
      const id = readId(c);
      await readFields(c, merchantRequestSchemas.CustomerRequest);
      if (await addCustomer(id)) c.status(201);
      return expectFound(await creditsFor(c).readCustomer(id), 'customer-not-found');
    },
  );
  serve(
    app,
    merchantEndpoints.listGrants,
    {
      summary: 'Lists the grants of a customer that have credits left, in the order of use',
      parameters: [customerParameter],
      errors: ['customer-not-found'],
    },
    async (c) => {
      const id = readCustomerId(c.req.param('id'));
      return { grants: expectFound(await creditsFor(c).listGrants(id), 'customer-not-found') };
    },
  );
};

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const date = { type: 'string', format: 'date' } as const;

export const usageParameters = [
  queryParameter('from', date, 'The first day, in Chicago. Absent: 29 days before `to`'),
  queryParameter('to', date, 'The last day, at most 365 days after `from`. Absent: today'),
  queryParameter('by', { ...text, enum: ['day', 'reference'] }, 'Absent: day'),
];

export const addMerchantUsageRoutes = (app: App, database: Database): void => {
  const readActivity = createActivityReader(database, merchantColumns);
  // Without sums of its references, a long range takes seconds. One merchant's reads must not occupy every connection.
  const readUsage = createUsageReader(withConnectionLimit(database, 1));
  serve(
    app,
    merchantEndpoints.listActivity,
    {
      summary: 'Returns the changes of a customer’s balance, newest first',
      parameters: [
        customerParameter,
        queryParameter('before', text, 'The `next` of the previous page. Absent: the newest'),
        limitParameter(maxPageSize, defaultActivityLimit),
        queryParameter('kind', { ...text, enum: [...activityKinds] }, 'Only this kind'),
        queryParameter('reference', text, 'Only spends and returns with this reference'),
        queryParameter('from', time, 'Only changes at or after this time'),
        queryParameter('to', time, 'Only changes before this time'),
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
      parameters: [customerParameter, ...usageParameters],
      errors: ['invalid-request', 'customer-not-found'],
    },
    async (c) => {
      const customerId = readCustomerId(c.req.param('id'));
      return readUsage(customerId, parseFields(usageQuerySchema, c.req.query()));
    },
  );
};

const customerIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/));

/** Reads a customer id. @throws {HttpError} 404 if no customer id can have this format */
const readCustomerId = (given: string | undefined): string => {
  if (!v.is(customerIdSchema, given)) throw toHttpError({ outcome: 'customer-not-found' });
  return given;
};
