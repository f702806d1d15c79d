import { Hono } from 'hono';
import * as v from 'valibot';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantQuerySchema } from '#contract/merchant/requests.ts';
import type { CreditsOf } from '../credits/create-credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { serveMerchant } from '../http/serve-merchant.ts';
import { toCustomer, toListedGrant } from '../merchant/answers.ts';
import { customerUnknown } from '../merchant/refused.ts';
import { parseFields } from '../merchant/requests.ts';

const customerParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The user pool’s `sub`',
  schema: { type: 'string' },
} as const;

/** The customer has no record. */
export const merchantCustomerRoutes = (creditsOf: CreditsOf) => {
  const routes = new Hono<RequestEnvironment>();
  serveMerchant(
    routes,
    merchantEndpoints.findCustomers,
    {
      summary: 'The customers with this verified email address',
      parameters: [
        { name: 'email', in: 'query', required: true, schema: { type: 'string', format: 'email' } },
      ],
      refusals: ['invalid-request'],
    },
    async (c, key) => {
      const { email } = parseFields(merchantQuerySchema, c.req.query());
      const customers = await creditsOf(key).findCustomersByEmail(email);
      return { status: 200, body: { customers: customers.map(toCustomer) } };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.customer,
    {
      summary: 'A customer with their credits',
      parameters: [customerParameter],
      refusals: ['customer-not-found'],
    },
    async (c, key) => {
      const customer = await creditsOf(key).readCustomer(readCustomerId(c.req.param('id')));
      if (customer === null) throw customerUnknown();
      return { status: 200, body: toCustomer(customer) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.grants,
    {
      summary: 'The grants of a customer that have credits left, in the order of use',
      parameters: [customerParameter],
      refusals: ['customer-not-found'],
    },
    async (c, key) => {
      const grants = await creditsOf(key).listGrants(readCustomerId(c.req.param('id')));
      if (grants === null) throw customerUnknown();
      return { status: 200, body: { grants: grants.map(toListedGrant) } };
    },
  );
  return routes;
};

const customerIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/));

/** @throws Refusal 404 for an id that no customer can have */
const readCustomerId = (given: string | undefined): string => {
  if (!v.is(customerIdSchema, given)) throw customerUnknown();
  return given;
};
