import { Hono } from 'hono';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { defaultHoldSeconds, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { Credits } from '../credits/credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { serveMerchant } from '../http/serve-merchant.ts';
import { toHold } from '../merchant/answers.ts';
import { refused } from '../merchant/refused.ts';
import { idParameter, readFields, readId, readOptionalFields } from '../merchant/requests.ts';

export const merchantHoldRoutes = (credits: Credits) => {
  const routes = new Hono<RequestEnvironment>();
  serveMerchant(
    routes,
    merchantEndpoints.hold,
    {
      summary: 'Reserves credits of a customer, and leaves their balance as it is. Safe to repeat',
      parameters: [idParameter()],
      refusals: [
        'invalid-request',
        'insufficient-credits',
        'customer-blocked',
        'customer-not-found',
        'id-reused',
      ],
    },
    async (c) => {
      const id = readId(c);
      const given = await readFields(c, merchantRequestSchemas.HoldRequest);
      const { customer_id: customerId, credits: amount, reference = null } = given;
      const { expires_in: expiresInSeconds = defaultHoldSeconds } = given;
      const result = await credits.hold({ id, customerId, credits: amount, expiresInSeconds, reference });
      if (!('hold' in result)) throw refused(result);
      return { status: result.outcome === 'created' ? 201 : 200, body: toHold(result.hold) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.readHold,
    {
      summary: 'A hold, with the customer’s credits now',
      parameters: [idParameter()],
      refusals: ['invalid-request', 'hold-not-found'],
    },
    async (c) => {
      const hold = await credits.readHold(readId(c));
      if (hold === null) throw refused({ outcome: 'hold-not-found' });
      return { status: 200, body: toHold(hold) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.captureHold,
    {
      summary: 'Spends what a hold reserves, or a part of it, and releases the rest. Safe to repeat',
      parameters: [idParameter()],
      refusals: [
        'invalid-request',
        'hold-not-found',
        'hold-released',
        'hold-expired',
        'id-reused',
        'exceeds-hold',
      ],
    },
    async (c) => {
      const id = readId(c);
      const { credits: amount = null } = await readOptionalFields(c, merchantRequestSchemas.CaptureRequest);
      const result = await credits.captureHold({ id, credits: amount });
      if (!('hold' in result)) throw refused(result);
      return { status: 200, body: toHold(result.hold) };
    },
  );
  serveMerchant(
    routes,
    merchantEndpoints.releaseHold,
    {
      summary: 'Releases a hold, also one that has expired. Safe to repeat',
      parameters: [idParameter()],
      refusals: ['invalid-request', 'hold-not-found', 'hold-captured'],
    },
    async (c) => {
      const result = await credits.releaseHold({ id: readId(c) });
      if (!('hold' in result)) throw refused(result);
      return { status: 200, body: toHold(result.hold) };
    },
  );
  return routes;
};
