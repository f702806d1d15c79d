import { Hono } from 'hono';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { CreditsOf } from '../credits/create-credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { serveMerchant } from '../http/serve-merchant.ts';
import { toSpend } from '../merchant/answers.ts';
import { refused } from '../merchant/refused.ts';
import { idParameter, readFields, readId } from '../merchant/requests.ts';

export const merchantSpendRoutes = (creditsOf: CreditsOf) => {
  const routes = new Hono<RequestEnvironment>();
  serveMerchant(
    routes,
    merchantEndpoints.spend,
    {
      summary: 'Spends credits of a customer, in the order of use of their grants. Safe to repeat',
      parameters: [idParameter()],
      refusals: [
        'invalid-request',
        'insufficient-credits',
        'customer-blocked',
        'customer-not-found',
        'id-reused',
      ],
    },
    async (c, key) => {
      const id = readId(c);
      const given = await readFields(c, merchantRequestSchemas.SpendRequest);
      const { customer_id: customerId, credits: amount, reference = null, description = null } = given;
      const result = await creditsOf(key).spend({ id, customerId, credits: amount, reference, description });
      if (!('spend' in result)) throw refused(result);
      return { status: result.outcome === 'created' ? 201 : 200, body: toSpend(result.spend) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.readSpend,
    {
      summary: 'A spend, with the customer’s credits now',
      parameters: [idParameter()],
      refusals: ['invalid-request', 'spend-not-found'],
    },
    async (c, key) => {
      const spend = await creditsOf(key).readSpend(readId(c));
      if (spend === null) throw refused({ outcome: 'spend-not-found' });
      return { status: 200, body: toSpend(spend) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.returnCredits,
    {
      summary:
        'Returns credits of a spend to the grants they came from. Answers with the spend. Safe to repeat',
      parameters: [idParameter(), idParameter('return_id')],
      refusals: ['invalid-request', 'spend-not-found', 'id-reused', 'exceeds-spend', 'balance-full'],
    },
    async (c, key) => {
      const spendId = readId(c);
      const returnId = readId(c, 'return_id');
      const { credits: amount } = await readFields(c, merchantRequestSchemas.ReturnRequest);
      const result = await creditsOf(key).returnCredits({ spendId, returnId, credits: amount });
      if (!('spend' in result)) throw refused(result);
      return { status: result.outcome === 'created' ? 201 : 200, body: toSpend(result.spend) };
    },
  );
  return routes;
};
