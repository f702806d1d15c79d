import type { Context } from 'hono';
import { cards as endpoints } from '#contract/endpoints.ts';
import { createBillingAddressReader } from '../cards/billing-address.ts';
import { createCards } from '../cards/cards.ts';
import type { App, RequestEnvironment } from '../http/middleware.ts';
import { cardIdSchema, parseInput } from '../http/requests.ts';
import { serve, unknownCustomer, uuidParameter } from '../http/serve.ts';
import type { SellingParts } from '../parts.ts';

const unknownCard = { 400: 'The id is not a UUID', 404: 'The customer has no such card' };

export const addCardRoutes = (app: App, parts: SellingParts): void => {
  const cards = createCards(parts.database);
  const readBillingAddress = createBillingAddressReader(parts);
  const addressed = (c: Context<RequestEnvironment>) => ({
    customerId: c.get('caller').customerId,
    cardId: parseInput(cardIdSchema, c.req.param('id')),
  });
  serve(
    app,
    endpoints.list,
    {
      summary: 'Lists the saved cards, the default first',
      statuses: { 200: 'The cards', ...unknownCustomer },
    },
    (c) => cards.list(c.get('caller').customerId),
  );
  serve(
    app,
    endpoints.remove,
    {
      summary: 'Removes a saved card, here at once, and at the gateway as soon as it answers. Safe to repeat',
      parameters: [uuidParameter('id')],
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
      parameters: [uuidParameter('id')],
      statuses: { 200: 'The cards, this one first', ...unknownCard },
    },
    async (c) => {
      const { customerId, cardId } = addressed(c);
      await cards.makeDefault(customerId, cardId);
      return cards.list(customerId);
    },
  );
  serve(
    app,
    endpoints.billingAddress,
    {
      summary: 'Returns the billing address of the last purchase, from the gateway’s records',
      statuses: {
        200: 'The address. Null without a purchase, or if the gateway does not respond',
        ...unknownCustomer,
      },
    },
    async (c) => ({ billing_address: await readBillingAddress(c.get('caller').customerId) }),
  );
};
