import { balanceSchema, profileSchema } from '#contract/account.ts';
import { errorSchema } from '#contract/errors.ts';
import { productsSchema } from '#contract/products.ts';
import { attemptStateSchema, paymentRequestSchema, purchaseSchema } from '#contract/purchases.ts';
import { historySchema, summarySchema, transactionStatuses } from '#contract/transactions.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

const schemas = {
  Profile: profileSchema,
  Products: productsSchema,
  Balance: balanceSchema,
  PaymentRequest: paymentRequestSchema,
  Purchase: purchaseSchema,
  AttemptState: attemptStateSchema,
  History: historySchema,
  Summary: summarySchema,
  Refusal: errorSchema,
};
type SchemaName = keyof typeof schemas;

const jsonContent = (name: SchemaName) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});
const answer = (name: SchemaName, description: string) => ({ description, content: jsonContent(name) });
const refusal = (description: string) => answer('Refusal', description);

const customerRefusals = {
  '401': refusal('No valid access token'),
  '404': refusal('Customer not found'),
  '500': refusal('A failure on the side of the store'),
  '503': refusal('Temporarily unavailable; see Retry-After'),
};

const queryParameter = (name: string, schema: JsonSchema) => ({ name, in: 'query', required: false, schema });

const attemptParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The Idempotency-Key of the purchase attempt',
  schema: { type: 'string', format: 'uuid' },
};

/** `GET /openapi.json`: the API in OpenAPI 3.1, its schemas taken from those that both sides validate with. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Coffer store API', version: '1.0.0' },
  security: [{ accessToken: [] }],
  paths: {
    '/api/auth/profile': {
      get: {
        summary: 'The customer, whose record is made at the first call',
        responses: {
          '200': answer('Profile', 'The customer'),
          '401': customerRefusals['401'],
          '503': customerRefusals['503'],
        },
      },
    },
    '/api/products/': {
      get: {
        summary: 'The packages on sale',
        responses: { '200': answer('Products', 'The packages'), '401': customerRefusals['401'] },
      },
    },
    '/api/credits/balance': {
      get: {
        summary: 'The credit balance',
        responses: { '200': answer('Balance', 'The balance'), ...customerRefusals },
      },
    },
    '/api/checkout/process-payment-token': {
      post: {
        summary: 'Buys a package. The same request with the same key is charged once and answered alike',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'One UUID for each purchase attempt, the same for each repetition of it',
            schema: { type: 'string', format: 'uuid' },
          },
          {
            name: 'X-Expected-Amount-Cents',
            in: 'header',
            required: false,
            description:
              'The price in US cents that the customer agreed to; another one refuses the purchase',
            schema: { type: 'integer', minimum: 0 },
          },
        ],
        requestBody: { required: true, content: jsonContent('PaymentRequest') },
        responses: {
          '200': answer('Purchase', 'Charged and credited'),
          ...customerRefusals,
          '400': refusal('Not valid, or a payment token that was used before; not charged'),
          '402': refusal('Declined; not charged'),
          '404': refusal('Customer or package not found; not charged'),
          '409': refusal(
            'The same attempt is under way or being confirmed (with Retry-After), or the price has changed ' +
              '(without; not charged, and neither key nor token is used up)',
          ),
          '413': refusal('The request is too large'),
          '415': refusal('Not application/json'),
          '422': refusal('The key belongs to another request'),
          '429': refusal('Too many attempts; see Retry-After; not charged'),
          '502': refusal('The outcome is not known yet: repeat the same request, never a new one'),
          '504': refusal('The outcome is not known yet: repeat the same request, never a new one'),
        },
      },
    },
    '/api/checkout/attempts/{id}': {
      get: {
        summary: 'What became of a purchase attempt whose answer was lost',
        parameters: [attemptParameter],
        responses: {
          '200': answer('AttemptState', 'What became of it'),
          ...customerRefusals,
          '400': refusal('The id is no UUID'),
          '404': refusal('It has not arrived, and still may: only DELETE makes sure that it never charges'),
        },
      },
      delete: {
        summary:
          'Gives an attempt up unless it may have reached the card gateway. One that has not arrived has failed ' +
          'from then on, even should its request still come; any other goes on as it was. Safe to repeat',
        parameters: [attemptParameter],
        responses: {
          '200': answer('AttemptState', 'What became of it; `pending`: it may have charged, ask again'),
          ...customerRefusals,
          '400': refusal('The id is no UUID'),
          '429': refusal('Too many attempts; see Retry-After'),
        },
      },
    },
    '/api/transactions/history': {
      get: {
        summary: 'The ledger, newest first',
        parameters: [
          queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
          queryParameter('limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
          queryParameter('status', { type: 'string', enum: transactionStatuses }),
        ],
        responses: {
          '200': answer('History', 'One page'),
          ...customerRefusals,
          '400': refusal('A parameter is not valid'),
        },
      },
    },
    '/api/transactions/summary': {
      get: {
        summary: 'Sums over the completed transactions, and the number of all',
        responses: { '200': answer('Summary', 'The summary'), ...customerRefusals },
      },
    },
    '/webhooks/gateway': {
      post: {
        summary:
          'Takes the card gateway’s signed events. A refund makes the store look the order up and follow it',
        security: [],
        parameters: [
          {
            name: 'Webhook-Signature',
            in: 'header',
            required: true,
            description: '`t=<seconds>,s=<hex HMAC-SHA256 of "t.body">`',
            schema: { type: 'string' },
          },
        ],
        responses: {
          '204': { description: 'Taken' },
          '401': refusal('Not signed by the gateway, or too old'),
          '503': refusal('The gateway’s records do not show it yet: to be sent again'),
        },
      },
    },
    '/healthz': {
      get: {
        summary: 'Whether the store can serve',
        security: [],
        responses: { '200': { description: 'It can' }, '503': customerRefusals['503'] },
      },
    },
  },
  components: {
    securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema)]),
    ),
  },
};
