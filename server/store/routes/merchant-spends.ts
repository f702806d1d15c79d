import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { App } from '../http/middleware.ts';
import { serve, uuidParameter } from '../http/serve.ts';
import { expectDone, toHttpError } from '../merchant/http-errors.ts';
import { type CreditsFor, readFields, readId } from '../merchant/requests.ts';

export const addMerchantSpendRoutes = (app: App, creditsFor: CreditsFor): void => {
  serve(
    app,
    merchantEndpoints.spend,
    {
      summary: 'Spends credits of a customer, in the order of use of their grants. Safe to repeat',
      description:
        'If the customer has too few credits, the store spends none. You can repeat the call with the same id after ' +
        'the customer buys credits.',
      parameters: [uuidParameter('id')],
      errors: [
        'invalid-request',
        'insufficient-credits',
        'customer-blocked',
        'customer-not-found',
        'id-reused',
      ],
    },
    async (c) => {
      const id = readId(c);
      const given = await readFields(c, merchantRequestSchemas.SpendRequest);
      const { customer_id: customerId, credits: amount, reference = null, description = null } = given;
      const order = { id, customerId, credits: amount, reference, description };
      return expectDone(c, await creditsFor(c).spend(order), 'spend');
    },
  );
  serve(
    app,
    merchantEndpoints.readSpend,
    {
      summary: 'Returns a spend, with the customer’s credits now',
      parameters: [uuidParameter('id')],
      errors: ['invalid-request', 'spend-not-found'],
    },
    async (c) => {
      const spend = await creditsFor(c).readSpend(readId(c));
      if (spend === null) throw toHttpError({ outcome: 'spend-not-found' });
      return spend;
    },
  );
  serve(
    app,
    merchantEndpoints.returnCredits,
    {
      summary: 'Returns credits of a spend to the grants they came from. Safe to repeat',
      parameters: [uuidParameter('id'), uuidParameter('return_id')],
      errors: ['invalid-request', 'spend-not-found', 'id-reused', 'exceeds-spend', 'balance-full'],
    },
    async (c) => {
      const spendId = readId(c);
      const returnId = readId(c, 'return_id');
      const { credits: amount } = await readFields(c, merchantRequestSchemas.ReturnRequest);
      const result = await creditsFor(c).returnCredits({ spendId, returnId, credits: amount });
      return expectDone(c, result, 'spend');
    },
  );
};
