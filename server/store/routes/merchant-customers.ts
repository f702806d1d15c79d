import * as v from 'valibot';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantQuerySchema, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { App } from '../http/middleware.ts';
import { serve, uuidParameter } from '../http/serve.ts';
import { toHttpError } from '../merchant/http-errors.ts';
import { type CreditsFor, parseFields, readFields, readId } from '../merchant/requests.ts';

export const customerParameter = {
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
      const customer = await creditsFor(c).readCustomer(readCustomerId(c.req.param('id')));
      if (customer === null) throw toHttpError({ outcome: 'customer-not-found' });
      return customer;
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
      const customer = await creditsFor(c).readCustomer(id);
      if (customer === null) throw toHttpError({ outcome: 'customer-not-found' });
      return customer;
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
      const grants = await creditsFor(c).listGrants(readCustomerId(c.req.param('id')));
      if (grants === null) throw toHttpError({ outcome: 'customer-not-found' });
      return { grants };
    },
  );
};

const customerIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/));

/** Reads a customer id. @throws {HttpError} 404 if no customer id can have this format */
export const readCustomerId = (given: string | undefined): string => {
  if (!v.is(customerIdSchema, given)) throw toHttpError({ outcome: 'customer-not-found' });
  return given;
};
