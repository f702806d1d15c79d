import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { defaultPriority, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { App } from '../http/middleware.ts';
import { serve, uuidParameter } from '../http/serve.ts';
import { expectDone } from '../merchant/http-errors.ts';
import { type CreditsFor, readFields, readId } from '../merchant/requests.ts';

export const addMerchantGrantRoutes = (app: App, creditsFor: CreditsFor): void => {
  serve(
    app,
    merchantEndpoints.grant,
    {
      summary: 'Gives a customer credits, without a charge. Safe to repeat',
      parameters: [uuidParameter('id')],
      errors: ['invalid-request', 'customer-blocked', 'customer-not-found', 'id-reused', 'balance-full'],
    },
    async (c) => {
      const id = readId(c);
      const given = await readFields(c, merchantRequestSchemas.GrantRequest);
      const { customer_id: customerId, credits: amount, reason, priority = defaultPriority } = given;
      const expiresAt = given.expires_at == null ? null : new Date(given.expires_at);
      const order = { id, customerId, credits: amount, reason, expiresAt, priority };
      return expectDone(c, await creditsFor(c).grant(order), 'grant');
    },
  );
  serve(
    app,
    merchantEndpoints.voidGrant,
    {
      summary: 'Removes what is left of a grant, and its held credits when their hold ends. Safe to repeat',
      parameters: [uuidParameter('id')],
      errors: ['invalid-request', 'grant-not-found'],
    },
    async (c) => expectDone(c, await creditsFor(c).voidGrant({ id: readId(c) }), 'grant'),
  );
};
