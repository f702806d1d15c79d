import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { balanceSchema, profileSchema } from '#contract/account.ts';
import { errorSchema } from '#contract/errors.ts';
import { productsSchema } from '#contract/products.ts';
import { attemptStateSchema, paymentRequestSchema, purchaseSchema } from '#contract/purchases.ts';
import { historySchema, summarySchema } from '#contract/transactions.ts';
import type { RequestEnvironment } from './middleware.ts';

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

const reference = (name: string) => `#/components/schemas/${name}`;

/** A body of a request or a response in a route's description. */
export const jsonContent = (name: SchemaName) => ({
  'application/json': { schema: { $ref: reference(name) } },
});

/** A response in a route's description. */
export const response = (name: SchemaName, description: string) => ({
  description,
  content: jsonContent(name),
});

/** A refusal in a route's description. */
export const refusal = (description: string) => response('Refusal', description);

/** The refusal of every route that needs a customer's record. */
export const unknownCustomer = { 404: refusal('Customer not found') };

/**
 * `GET /openapi.json`: the API in OpenAPI 3.1, made of the descriptions beside the app's routes and of the schemas that
 * both sides validate with.
 */
export const describeApi = async (app: Hono<RequestEnvironment>) => ({
  ...(await generateSpecs(app, {
    // The same route without its last slash.
    exclude: '/api/products',
    documentation: {
      info: {
        title: 'Coffer store API',
        version: '1.0.0',
        description: 'Sells packages of prepaid credits, and keeps their ledger',
      },
      security: [{ accessToken: [] }],
    },
  })),
  components: {
    securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: toJsonSchemaDefs(schemas, {
      ignoreActions: ['trim', 'check'],
      overrideRef: ({ referenceId }) => reference(referenceId),
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        valibotSchema.type === 'variant' ? { type: 'object', ...jsonSchema } : undefined,
    }),
  },
});
