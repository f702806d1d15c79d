import type { Context } from 'hono';
import { newCardRequestSchema } from '#contract/cards.ts';
import { cards as endpoints } from '#contract/endpoints.ts';
import { addCard } from '../cards/add-card.ts';
import { createBillingAddressReader } from '../cards/billing-address.ts';
import { createCards } from '../cards/cards.ts';
import { clientAddress } from '../http/client-address.ts';
import { signInNeeded, storeError } from '../http/http-error.ts';
import type { App, RequestEnvironment } from '../http/middleware.ts';
import { cardIdSchema, idempotencyKeySchema, parseBody, parseInput, readJson } from '../http/requests.ts';
import { idempotencyKeyParameter, serve, serveOwn, uuidParameter } from '../http/serve.ts';
import type { CustomerParts } from '../parts.ts';

const unknownCard = { 400: 'The id is not a UUID', 404: 'The customer has no such card' };

const addWords = {
  summary: 'Checks a card and saves it without a charge. Repeating a request with its key saves it once',
  parameters: [{ ...idempotencyKeyParameter('A UUID. Send the same one with each retry'), required: true }],
  statuses: {
    201: 'Saved. A card that the customer already had stays as it was, and is the answer',
    400: 'The request is not valid, or its payment token was already used',
    402: 'Declined; not saved',
    403: 'The customer is blocked, or a sign-in within the last ten minutes is needed (`recent-sign-in-required`)',
    404: 'Customer not found, or the card was removed since',
    409: 'No more cards can be saved; key and token can be used again',
    422: 'The key belongs to another request',
    429: 'Too many attempts or declined cards, or purchases are paused; see Retry-After; key and token can be used again',
    502: 'The outcome is unknown: repeat the same request',
    504: 'The outcome is unknown: repeat the same request',
  },
};

export const addCardRoutes = (app: App, parts: CustomerParts): void => {
  const cards = createCards(parts.database);
  const readBillingAddress = createBillingAddressReader(parts);
  const addressed = (c: Context<RequestEnvironment>) => ({
    customerId: c.get('caller').customerId,
    cardId: parseInput(cardIdSchema, c.req.param('id')),
  });
  serveOwn(app, endpoints.list, 'Lists the saved cards, the default first', 'The cards', cards.list);
  serve(app, endpoints.add, addWords, async (c) => {
    const attemptId = parseInput(idempotencyKeySchema, c.req.header('Idempotency-Key'));
    const request = parseBody(newCardRequestSchema, await readJson(c));
    if (attemptId === undefined) throw storeError('invalid-request', 'This call needs an Idempotency-Key.');
    const caller = c.get('caller');
    if ((await parts.poolUsers.check(caller.accessToken)) === 'ended') throw signInNeeded();
    const ipAddress = clientAddress(c, parts.config.trustedProxies);
    const { status, body } = await addCard(parts, { caller, request, attemptId, ipAddress });
    return c.json(body, status);
  });
  serve(
    app,
    endpoints.remove,
    {
      summary: 'Removes a saved card, here at once, and at the gateway as soon as it answers. Safe to repeat',
      parameters: [uuidParameter('id', 'The id of a saved card')],
      statuses: { 200: 'The cards that are left', ...unknownCard },
    },
    async (c) => {
      const { customerId, cardId } = addressed(c);
      await cards.remove(customerId, cardId);
      await parts.vaultCards.removeNow(customerId, cardId);
      return cards.list(customerId);
    },
  );
  serve(
    app,
    endpoints.makeDefault,
    {
      summary: 'Makes a saved card the default. Safe to repeat',
      parameters: [uuidParameter('id', 'The id of a saved card')],
      statuses: { 200: 'The cards, this one first', ...unknownCard },
    },
    async (c) => {
      const { customerId, cardId } = addressed(c);
      await cards.makeDefault(customerId, cardId);
      return cards.list(customerId);
    },
  );
  serveOwn(
    app,
    endpoints.billingAddress,
    'Returns the billing address of the last purchase, from the gateway’s records',
    'The address. Null without a purchase, or if the gateway does not respond',
    async (customerId) => ({ billing_address: await readBillingAddress(customerId) }),
  );
};
