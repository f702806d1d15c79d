import type { Context } from 'hono';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { defaultHoldSeconds, merchantRequestSchemas } from '#contract/merchant/requests.ts';
import { HttpError } from '../http/http-error.ts';
import type { App, RequestEnvironment } from '../http/middleware.ts';
import { type EndpointWords, serve, uuidParameter } from '../http/serve.ts';
import { expectDone, expectFound } from '../merchant/http-errors.ts';
import { type CreditsFor, parseFields, readFields, readId } from '../merchant/requests.ts';

/** Handles a call for the hold in the path. Adds the hold's id to errors. */
const aboutHold =
  (handle: (c: Context<RequestEnvironment>, id: string) => Promise<MerchantReplies['Hold']>) =>
  async (c: Context<RequestEnvironment>): Promise<MerchantReplies['Hold']> => {
    const id = readId(c);
    try {
      return await handle(c, id);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      throw new HttpError(error.status, { ...error.body, hold_id: id }, error.headers);
    }
  };

const parameters = [uuidParameter('id')];

/** Descriptions of the calls in the OpenAPI document. */
const words = {
  hold: {
    summary: 'Reserves credits of a customer, and leaves their balance as it is. Safe to repeat',
    description:
      'Capture or release the hold when the work is done. Otherwise, it expires after `expires_in` seconds, and its ' +
      'credits are free again.',
    parameters,
    errors: [
      'invalid-request',
      'spending-limit-reached',
      'insufficient-credits',
      'customer-blocked',
      'customer-not-found',
      'id-reused',
    ],
  },
  read: {
    summary: 'Returns a hold, with the customer’s credits now',
    parameters,
    errors: ['invalid-request', 'hold-not-found'],
  },
  capture: {
    summary: 'Spends the credits of a hold or some of them, and releases the rest. Safe to repeat',
    description: 'Without a body or `credits`, spends the whole hold. To spend nothing, release the hold.',
    parameters,
    errors: [
      'invalid-request',
      'hold-not-found',
      'hold-released',
      'hold-expired',
      'hold-captured',
      'exceeds-hold',
    ],
  },
  extend: {
    summary: 'Sets a new expiry of a hold, earlier or later than before. Safe to repeat',
    description: 'The hold then expires `expires_in` seconds after this call.',
    parameters,
    errors: ['invalid-request', 'hold-not-found', 'hold-released', 'hold-expired', 'hold-captured'],
  },
  release: {
    summary: 'Releases a hold, even an expired one. Safe to repeat',
    parameters,
    errors: ['invalid-request', 'hold-not-found', 'hold-captured'],
  },
} satisfies Readonly<Record<string, EndpointWords>>;

export const addMerchantHoldRoutes = (app: App, creditsFor: CreditsFor): void => {
  serve(
    app,
    merchantEndpoints.hold,
    words.hold,
    aboutHold(async (c, id) => {
      const given = await readFields(c, merchantRequestSchemas.HoldRequest);
      const { customer_id: customerId, credits, reference = null } = given;
      const { expires_in: expiresInSeconds = defaultHoldSeconds } = given;
      const order = { id, customerId, credits, expiresInSeconds, reference };
      return expectDone(c, await creditsFor(c).hold(order), 'hold');
    }),
  );
  serve(
    app,
    merchantEndpoints.readHold,
    words.read,
    aboutHold(async (c, id) => {
      return expectFound(await creditsFor(c).readHold(id), 'hold-not-found');
    }),
  );
  serve(
    app,
    merchantEndpoints.captureHold,
    words.capture,
    aboutHold(async (c, id) => {
      const schema = merchantRequestSchemas.CaptureRequest;
      const isEmpty = (await c.req.text()) === '';
      const { credits = null } = isEmpty ? parseFields(schema, {}) : await readFields(c, schema);
      return expectDone(c, await creditsFor(c).captureHold({ id, credits }), 'hold');
    }),
  );
  serve(
    app,
    merchantEndpoints.extendHold,
    words.extend,
    aboutHold(async (c, id) => {
      const { expires_in: expiresInSeconds } = await readFields(c, merchantRequestSchemas.ExtendRequest);
      return expectDone(c, await creditsFor(c).extendHold({ id, expiresInSeconds }), 'hold');
    }),
  );
  serve(
    app,
    merchantEndpoints.releaseHold,
    words.release,
    aboutHold(async (c, id) => expectDone(c, await creditsFor(c).releaseHold({ id }), 'hold')),
  );
};
