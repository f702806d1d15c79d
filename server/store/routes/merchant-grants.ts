import { Hono } from 'hono';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { defaultPriority, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { CreditsOf } from '../credits/create-credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { serveMerchant } from '../http/serve-merchant.ts';
import { toGrant } from '../merchant/answers.ts';
import { refused } from '../merchant/refused.ts';
import { idParameter, readFields, readId } from '../merchant/requests.ts';

export const merchantGrantRoutes = (creditsOf: CreditsOf) => {
  const routes = new Hono<RequestEnvironment>();
  serveMerchant(
    routes,
    merchantEndpoints.grant,
    {
      summary: 'Grants a customer credits, without a charge. Safe to repeat',
      parameters: [idParameter()],
      refusals: ['invalid-request', 'customer-not-found', 'id-reused', 'balance-full'],
    },
    async (c, key) => {
      const id = readId(c);
      const given = await readFields(c, merchantRequestSchemas.GrantRequest);
      const { customer_id: customerId, credits: amount, reason, priority = defaultPriority } = given;
      const expiresAt = given.expires_at == null ? null : new Date(given.expires_at);
      const order = { id, customerId, credits: amount, reason, expiresAt, priority };
      const result = await creditsOf(key).grant(order);
      if (!('grant' in result)) throw refused(result);
      return { status: result.outcome === 'created' ? 201 : 200, body: toGrant(result.grant) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.voidGrant,
    {
      summary: 'Takes back what is left of a grant; what is held of it, when its hold ends. Safe to repeat',
      parameters: [idParameter()],
      refusals: ['invalid-request', 'grant-not-found'],
    },
    async (c, key) => {
      const result = await creditsOf(key).voidGrant({ id: readId(c) });
      if (!('grant' in result)) throw refused(result);
      return { status: 200, body: toGrant(result.grant) };
    },
  );
  return routes;
};
