import { type Context, Hono } from 'hono';
import { type MerchantEndpoint, merchantEndpoints } from '#contract/merchant/endpoints.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { defaultHoldSeconds, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import type { CreditsOf } from '../credits/create-credits.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { type MerchantAnswer, type MerchantEndpointWords, serveMerchant } from '../http/serve-merchant.ts';
import { toHold } from '../merchant/answers.ts';
import { refused } from '../merchant/refused.ts';
import { idParameter, readFields, readId, readOptionalFields } from '../merchant/requests.ts';
import { Refusal } from '../refusals.ts';

export const merchantHoldRoutes = (creditsOf: CreditsOf) => {
  const routes = new Hono<RequestEnvironment>();
  /** Serves a call on the hold in the path. Its refusals name the hold. */
  const serveHold = (
    endpoint: MerchantEndpoint & { readonly reply: 'Hold' },
    words: Omit<MerchantEndpointWords, 'parameters'>,
    handle: (
      c: Context<RequestEnvironment>,
      id: string,
      key: string,
    ) => Promise<MerchantAnswer<MerchantReplies['Hold']>>,
  ): void =>
    serveMerchant(routes, endpoint, { ...words, parameters: [idParameter()] }, async (c, key) => {
      const id = readId(c);
      try {
        return await handle(c, id, key);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, code, detail, headers, facts } = error;
        throw new Refusal(status, code, detail, headers, { ...facts, hold_id: id });
      }
    });

  serveHold(
    merchantEndpoints.hold,
    {
      summary: 'Reserves credits of a customer, and leaves their balance as it is. Safe to repeat',
      refusals: [
        'invalid-request',
        'insufficient-credits',
        'customer-blocked',
        'customer-not-found',
        'id-reused',
      ],
    },
    async (c, id, key) => {
      const given = await readFields(c, merchantRequestSchemas.HoldRequest);
      const { customer_id: customerId, credits: amount, reference = null } = given;
      const { expires_in: expiresInSeconds = defaultHoldSeconds } = given;
      const order = { id, customerId, credits: amount, expiresInSeconds, reference };
      const result = await creditsOf(key).hold(order);
      if (!('hold' in result)) throw refused(result);
      return { status: result.outcome === 'created' ? 201 : 200, body: toHold(result.hold) };
    },
  );
  serveHold(
    merchantEndpoints.readHold,
    {
      summary: 'A hold, with the customer’s credits now',
      refusals: ['invalid-request', 'hold-not-found'],
    },
    async (_, id, key) => {
      const hold = await creditsOf(key).readHold(id);
      if (hold === null) throw refused({ outcome: 'hold-not-found' });
      return { status: 200, body: toHold(hold) };
    },
  );
  serveHold(
    merchantEndpoints.captureHold,
    {
      summary: 'Spends what a hold reserves, or a part of it, and releases the rest. Safe to repeat',
      refusals: [
        'invalid-request',
        'hold-not-found',
        'hold-released',
        'hold-expired',
        'hold-captured',
        'exceeds-hold',
      ],
    },
    async (c, id, key) => {
      const { credits: amount = null } = await readOptionalFields(c, merchantRequestSchemas.CaptureRequest);
      const result = await creditsOf(key).captureHold({ id, credits: amount });
      if (!('hold' in result)) throw refused(result);
      return { status: 200, body: toHold(result.hold) };
    },
  );
  serveHold(
    merchantEndpoints.extendHold,
    {
      summary: 'Lets a hold expire so long from now, earlier or later than before. Safe to repeat',
      refusals: ['invalid-request', 'hold-not-found', 'hold-released', 'hold-expired', 'hold-captured'],
    },
    async (c, id, key) => {
      const given = await readFields(c, merchantRequestSchemas.ExtendRequest);
      const result = await creditsOf(key).extendHold({ id, expiresInSeconds: given.expires_in });
      if (!('hold' in result)) throw refused(result);
      return { status: 200, body: toHold(result.hold) };
    },
  );
  serveHold(
    merchantEndpoints.releaseHold,
    {
      summary: 'Releases a hold, also one that has expired. Safe to repeat',
      refusals: ['invalid-request', 'hold-not-found', 'hold-captured'],
    },
    async (_, id, key) => {
      const result = await creditsOf(key).releaseHold({ id });
      if (!('hold' in result)) throw refused(result);
      return { status: 200, body: toHold(result.hold) };
    },
  );
  return routes;
};
