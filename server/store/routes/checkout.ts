import type { Context } from 'hono';
import * as v from 'valibot';
import { purchases } from '#contract/endpoints.ts';
import { cardPaymentRequestSchema, paymentRequestSchema } from '#contract/purchases.ts';
import { clientAddress } from '../http/client-address.ts';
import { signInNeeded, storeError } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import {
  attemptIdSchema,
  expectedCentsSchema,
  idempotencyKeySchema,
  parseBody,
  parseInput,
  readJson,
} from '../http/requests.ts';
import {
  type EndpointWords,
  expectedCentsParameter,
  idempotencyKeyParameter,
  serve,
  unknownCustomer,
  uuidParameter,
} from '../http/serve.ts';
import type { CustomerParts } from '../parts.ts';
import { purchase } from '../payments/purchasing.ts';

const attemptParameter = uuidParameter('id', 'The Idempotency-Key of the purchase attempt');

/** Descriptions of the endpoints in the OpenAPI document. */
const words = {
  pay: {
    summary: 'Buys a package. Repeating a request with the same key charges once and returns the same answer',
    parameters: [
      idempotencyKeyParameter('A UUID for the purchase attempt. Send the same one with each retry'),
      expectedCentsParameter(
        'The price in US cents that the customer agreed to. At any other price, the purchase is refused',
      ),
    ],
    statuses: {
      200: 'Charged and credited',
      400: 'The request is not valid, or its payment token was already used; not charged',
      402: 'Declined, or the saved card has expired; not charged',
      403:
        'The customer is blocked, or the saved card needs a sign-in within the last ten minutes on this device ' +
        '(`recent-sign-in-required`); not charged',
      404: 'Customer, package or saved card not found; not charged',
      409:
        'The same attempt is in progress or being confirmed (with Retry-After), the price has changed, or no more ' +
        'cards can be saved (both without Retry-After; not charged, and both key and token can be used again)',
      422: 'The key belongs to another request',
      429:
        'Too many attempts or declined cards, or purchases are paused; see Retry-After; not charged, and both ' +
        'key and token can be used again',
      502: 'The outcome is unknown: repeat the same request. Never send a new one',
      504: 'The outcome is unknown: repeat the same request. Never send a new one',
    },
  },
  attempt: {
    summary: 'Returns the outcome of a purchase attempt whose answer was lost',
    parameters: [attemptParameter],
    statuses: {
      200: 'The outcome',
      400: 'The id is not a UUID',
      404: 'The attempt has not arrived, but still may. Only DELETE guarantees that it never charges',
    },
  },
  withdraw: {
    summary:
      'Withdraws an attempt, unless it may have reached the card gateway. An attempt that has not arrived yet ' +
      'fails, even if its request arrives later. Any other attempt continues. Safe to repeat',
    parameters: [attemptParameter],
    statuses: {
      200: 'The outcome. `pending`: the card may have been charged; ask again later',
      400: 'The id is not a UUID',
      ...unknownCustomer,
      429: 'Too many attempts; see Retry-After',
    },
  },
} satisfies Readonly<Record<string, EndpointWords>>;

const namesCardSchema = v.object({ card_id: v.unknown() });
const namesTokenSchema = v.object({ payment_token: v.unknown() });

/** Reads a payment request. @throws {HttpError} 400 if it is invalid, 415 if it isn't declared as JSON */
const readPayment = async (c: Context, attemptId: string | undefined) => {
  const body = await readJson(c);
  if (!v.is(namesCardSchema, body)) return parseBody(paymentRequestSchema, body);
  if (v.is(namesTokenSchema, body))
    throw storeError('invalid-request', 'Send either payment_token or card_id.');
  const request = parseBody(cardPaymentRequestSchema, body);
  // Without a key, a second purchase with the same card would look like a retry of the first.
  if (attemptId === undefined)
    throw storeError('invalid-request', 'A payment with card_id needs an Idempotency-Key.');
  return request;
};

export const addCheckoutRoutes = (app: App, parts: CustomerParts): void => {
  serve(app, purchases.pay, words.pay, async (c) => {
    const attemptId = parseInput(idempotencyKeySchema, c.req.header('Idempotency-Key'));
    const expectedCents = parseInput(expectedCentsSchema, c.req.header('X-Expected-Amount-Cents'));
    const request = await readPayment(c, attemptId);
    const caller = c.get('caller');
    if ((await parts.poolUsers.check(caller.accessToken)) === 'ended') throw signInNeeded();
    const ipAddress = clientAddress(c, parts.config.trustedProxies);
    const order = { caller, request, attemptId, expectedCents, ipAddress };
    const { status, body } = await purchase(parts, order);
    return c.json(body, status);
  });
  serve(app, purchases.attempt, words.attempt, async (c) => {
    const attemptId = parseInput(attemptIdSchema, c.req.param('id'));
    const state = await parts.attempts.find(c.get('caller').customerId, attemptId);
    if (state === undefined) throw storeError('attempt-not-found', 'This payment attempt has not arrived.');
    return state;
  });
  serve(app, purchases.withdraw, words.withdraw, async (c) => {
    const attemptId = parseInput(attemptIdSchema, c.req.param('id'));
    return parts.attempts.withdraw(c.get('caller').customerId, attemptId);
  });
};
