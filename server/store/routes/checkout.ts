import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { paymentRequestSchema } from '#contract/purchases.ts';
import { clientAddress } from '../http/client-address.ts';
import { jsonContent, refusal, response, unknownCustomer } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import {
  attemptIdSchema,
  expectedCentsSchema,
  idempotencyKeySchema,
  parseOrRefuse,
  readJsonBody,
} from '../http/requests.ts';
import type { PaymentParts, SessionParts } from '../parts.ts';
import { purchase } from '../payments/purchasing.ts';
import { Refusal, signInNeeded } from '../refusals.ts';

const attemptParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The Idempotency-Key of the purchase attempt',
  schema: { type: 'string', format: 'uuid' },
} as const;

/** Buying, and what became of it. */
export const checkoutRoutes = (parts: PaymentParts & SessionParts) =>
  new Hono<RequestEnvironment>()
    .post(
      '/api/checkout/process-payment-token',
      describeRoute({
        summary: 'Buys a package. The same request with the same key is charged once and answered alike',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'One UUID for each purchase attempt, the same for each repetition of it',
            schema: { type: 'string', format: 'uuid' },
          },
          {
            name: 'X-Expected-Amount-Cents',
            in: 'header',
            description:
              'The price in US cents that the customer agreed to; another one refuses the purchase',
            schema: { type: 'integer', minimum: 0 },
          },
        ],
        requestBody: { required: true, content: jsonContent('PaymentRequest') },
        responses: {
          200: response('Purchase', 'Charged and credited'),
          400: refusal('Not valid, or a payment token that was used before; not charged'),
          402: refusal('Declined; not charged'),
          403: refusal('The customer’s purchases are stopped; not charged'),
          404: refusal('Customer or package not found; not charged'),
          409: refusal(
            'The same attempt is under way or being confirmed (with Retry-After), or the price has changed ' +
              '(without; not charged, and neither key nor token is used up)',
          ),
          413: refusal('The request is too large'),
          415: refusal('Not application/json'),
          422: refusal('The key belongs to another request'),
          429: refusal(
            'Too many attempts or declined cards, or purchases are paused; see Retry-After; not charged, and neither ' +
              'key nor token is used up',
          ),
          502: refusal('The outcome is not known yet: repeat the same request, never a new one'),
          504: refusal('The outcome is not known yet: repeat the same request, never a new one'),
        },
      }),
      async (c) => {
        const attemptId = parseOrRefuse(idempotencyKeySchema, c.req.header('Idempotency-Key'));
        const expectedCents = parseOrRefuse(expectedCentsSchema, c.req.header('X-Expected-Amount-Cents'));
        const request = await readJsonBody(c, paymentRequestSchema);
        const { customerId, accessToken } = c.get('caller');
        if ((await parts.poolUsers.check(accessToken)) === 'ended') throw signInNeeded();
        const ipAddress = clientAddress(c, parts.config.trustedProxies);
        const order = { customerId, request, attemptId, expectedCents, ipAddress };
        const { status, body } = await purchase(parts, order);
        return c.json(body, status);
      },
    )
    .get(
      '/api/checkout/attempts/:id',
      describeRoute({
        summary: 'What became of a purchase attempt whose answer was lost',
        parameters: [attemptParameter],
        responses: {
          200: response('AttemptState', 'What became of it'),
          400: refusal('The id is no UUID'),
          404: refusal('It has not arrived, and still may: only DELETE makes sure that it never charges'),
        },
      }),
      async (c) => {
        const attemptId = parseOrRefuse(attemptIdSchema, c.req.param('id'));
        const state = await parts.attempts.find(c.get('caller').customerId, attemptId);
        if (state === undefined)
          throw new Refusal(404, 'attempt-not-found', 'This payment attempt has not arrived.');
        return c.json(state);
      },
    )
    .delete(
      '/api/checkout/attempts/:id',
      describeRoute({
        summary:
          'Gives an attempt up unless it may have reached the card gateway. One that has not arrived has failed ' +
          'from then on, even should its request still come; any other goes on as it was. Safe to repeat',
        parameters: [attemptParameter],
        responses: {
          200: response('AttemptState', 'What became of it; `pending`: it may have charged, ask again'),
          400: refusal('The id is no UUID'),
          ...unknownCustomer,
          429: refusal('Too many attempts; see Retry-After'),
        },
      }),
      async (c) => {
        const attemptId = parseOrRefuse(attemptIdSchema, c.req.param('id'));
        return c.json(await parts.attempts.withdraw(c.get('caller').customerId, attemptId));
      },
    );
