import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import { generateSpecs } from 'hono-openapi';
import { newCardRequestSchema } from '#contract/cards.ts';
import { errorSchema } from '#contract/error-schema.ts';
import { merchantErrorSchema } from '#contract/errors.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';
import { cardPaymentRequestSchema, paymentRequestSchema } from '#contract/purchases.ts';
import { replySchemas } from '#contract/replies.ts';
import { topUpRequestSchema } from '#contract/top-up.ts';
import type { StoreConfig } from '../config/config.ts';
import type { App } from './middleware.ts';

const storeSchemas = {
  ...replySchemas,
  PaymentRequest: paymentRequestSchema,
  CardPaymentRequest: cardPaymentRequestSchema,
  NewCardRequest: newCardRequestSchema,
  TopUpRequest: topUpRequestSchema,
  Refusal: errorSchema,
};
const merchantSchemas = {
  ...merchantReplySchemas,
  ...merchantRequestSchemas,
  MerchantRefusal: merchantErrorSchema,
};
const schemas = { ...storeSchemas, ...merchantSchemas };
type SchemaName = keyof typeof schemas;

const reference = (name: string) => `#/components/schemas/${name}`;

export const jsonContent = (name: SchemaName) => ({
  'application/json': { schema: { $ref: reference(name) } },
});

export const anyContent = (names: readonly SchemaName[]) => ({
  'application/json': { schema: { anyOf: names.map((name) => ({ $ref: reference(name) })) } },
});

/** Generates `GET /openapi.json` (OpenAPI 3.1) from the routes' descriptions and the validation schemas. */
export const describeApi = async (app: App, { merchantApi }: Pick<StoreConfig, 'merchantApi'>) => ({
  ...(await generateSpecs(app, {
    // Omit the duplicate route without a trailing slash.
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
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      ...(merchantApi && { merchantKey: { type: 'http', scheme: 'bearer' } }),
    },
    schemas: toJsonSchemaDefs(merchantApi ? schemas : storeSchemas, {
      ignoreActions: ['trim', 'check', 'to_lower_case'],
      overrideRef: ({ referenceId }) => reference(referenceId),
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        valibotSchema.type === 'variant' ? { type: 'object', ...jsonSchema } : undefined,
    }),
  },
});
