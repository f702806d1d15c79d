import { Hono } from 'hono';
import { purchases } from '#contract/endpoints.ts';
import { paymentRequestSchema } from '#contract/purchases.ts';
import { clientAddress } from '../http/client-address.ts';
import { serve, unknownCustomer } from '../http/document.ts';
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

export const checkoutRoutes = (parts: PaymentParts & SessionParts) => {
  const routes = new Hono<RequestEnvironment>();
  serve(
    routes,
    purchases.pay,
    {
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
          description: 'The price in US cents that the customer agreed to; another one refuses the purchase',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      statuses: {
        200: 'Charged and credited',
        400: 'Not valid, or a payment token that was used before; not charged',
        402: 'Declined; not charged',
        403: 'The customer’s purchases are stopped; not charged',
        404: 'Customer or package not found; not charged',
        409:
          'The same attempt is under way or being confirmed (with Retry-After), or the price has changed ' +
          '(without; not charged, and neither key nor token is used up)',
        413: 'The request is too large',
        415: 'Not application/json',
        422: 'The key belongs to another request',
        429:
          'Too many attempts or declined cards, or purchases are paused; see Retry-After; not charged, and neither ' +
          'key nor token is used up',
        502: 'The outcome is not known yet: repeat the same request, never a new one',
        504: 'The outcome is not known yet: repeat the same request, never a new one',
      },
    },
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
  );
  serve(
    routes,
    purchases.attempt,
    {
      summary: 'What became of a purchase attempt whose answer was lost',
      parameters: [attemptParameter],
      statuses: {
        200: 'What became of it',
        400: 'The id is no UUID',
        404: 'It has not arrived, and still may: only DELETE makes sure that it never charges',
      },
    },
    async (c) => {
      const attemptId = parseOrRefuse(attemptIdSchema, c.req.param('id'));
      const state = await parts.attempts.find(c.get('caller').customerId, attemptId);
      if (state === undefined)
        throw new Refusal(404, 'attempt-not-found', 'This payment attempt has not arrived.');
      return state;
    },
  );
  serve(
    routes,
    purchases.withdraw,
    {
      summary:
        'Gives an attempt up unless it may have reached the card gateway. One that has not arrived has failed ' +
        'from then on, even should its request still come; any other goes on as it was. Safe to repeat',
      parameters: [attemptParameter],
      statuses: {
        200: 'What became of it; `pending`: it may have charged, ask again',
        400: 'The id is no UUID',
        ...unknownCustomer,
        429: 'Too many attempts; see Retry-After',
      },
    },
    async (c) => {
      const attemptId = parseOrRefuse(attemptIdSchema, c.req.param('id'));
      return parts.attempts.withdraw(c.get('caller').customerId, attemptId);
    },
  );
  return routes;
};
