import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import { generateSpecs } from 'hono-openapi';
import * as v from 'valibot';
import { newCardRequestSchema } from '#contract/cards.ts';
import { errorSchema } from '#contract/error-schema.ts';
import { merchantErrorSchema } from '#contract/errors.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';
import { noticesRequestSchema } from '#contract/notices.ts';
import { cardPaymentRequestSchema, paymentRequestSchema } from '#contract/purchases.ts';
import { replySchemas } from '#contract/replies.ts';
import { spendingLimitRequestSchema } from '#contract/spending-limit.ts';
import { topUpRequestSchema } from '#contract/top-up.ts';
import type { StoreConfig } from '../config/config.ts';
import { examples } from './examples.ts';
import type { App } from './middleware.ts';

const storeSchemas = {
  ...replySchemas,
  PaymentRequest: paymentRequestSchema,
  CardPaymentRequest: cardPaymentRequestSchema,
  NewCardRequest: newCardRequestSchema,
  TopUpRequest: topUpRequestSchema,
  NoticesRequest: noticesRequestSchema,
  LimitRequest: spendingLimitRequestSchema,
  StoreRefusal: errorSchema,
};

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const { Event: eventSchema } = merchantReplySchemas;

/** The name of an event type's schema, such as `PurchaseCompletedEvent`. */
export const eventSchemaName = (type: string): string =>
  `_${type}Event`.replaceAll(/[_.](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Each event type has its own schema, so that generated clients can tell events apart. */
const events = eventSchema.options.flatMap(({ entries }) =>
  entries.type.options.map((type) => ({
    type,
    name: eventSchemaName(type),
    schema: v.object({ ...entries, type: v.literal(type) }),
  })),
);

const eventUnion = {
  type: 'object',
  oneOf: events.map(({ name }) => reference(name)),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(events.map(({ type, name }) => [type, reference(name).$ref])),
  },
} as const;

const merchantSchemas = {
  ...merchantReplySchemas,
  ...merchantRequestSchemas,
  Refusal: merchantErrorSchema,
};
type SchemaName = keyof typeof storeSchemas | keyof typeof merchantSchemas;

export const jsonContent = (name: SchemaName) => {
  const example = examples[name];
  return { 'application/json': { schema: reference(name), ...(example && { example }) } };
};

export const anyContent = (names: readonly SchemaName[]) => ({
  'application/json': { schema: { anyOf: names.map((name) => reference(name)) } },
});

const defineSchemas = (schemas: Record<string, v.GenericSchema>) =>
  toJsonSchemaDefs(schemas, {
    ignoreActions: ['trim', 'check', 'to_lower_case'],
    overrideRef: ({ referenceId }) => reference(referenceId).$ref,
    overrideSchema({ valibotSchema, jsonSchema }) {
      // The API has no fractions, and amounts can exceed 32 bits.
      if (jsonSchema.type === 'number') return { ...jsonSchema, type: 'integer', format: 'int64' };
      if (valibotSchema === eventSchema) return eventUnion;
      return valibotSchema.type === 'variant' ? { type: 'object', ...jsonSchema } : undefined;
    },
  });

/** The key's scheme, and the schemas of the merchant's API. */
export const merchantComponents = () => ({
  securitySchemes: {
    merchantKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'coffer_key_…',
      description: 'A key from `coffer keys add NAME --scopes read,spend,grant`. Keep it on your server.',
    },
  },
  schemas: defineSchemas({
    ...merchantSchemas,
    ...Object.fromEntries(events.map(({ name, schema }) => [name, schema])),
  }),
});

/** Generates `GET /openapi.json` (OpenAPI 3.1) from the routes' descriptions and the validation schemas. */
export const describeApi = async (app: App, { merchantApi }: Pick<StoreConfig, 'merchantApi'>) => {
  const merchant = merchantApi && merchantComponents();
  return {
    ...(await generateSpecs(app, {
      documentation: {
        info: {
          title: 'Coffer store API',
          version: '1.0.0',
          description: 'Sells packages of prepaid credits, and keeps their ledger',
        },
        servers: [{ url: '/' }],
        security: [{ accessToken: [] }],
      },
    })),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ...merchant?.securitySchemes,
      },
      schemas: { ...defineSchemas(storeSchemas), ...merchant?.schemas },
    },
  };
};

/** Serves a document without authentication. Generates it on the first request, after all routes were added. */
export const serveDocument = (app: App, path: string, generate: () => Promise<object>): void => {
  let text: Promise<string> | undefined;
  app.get(path, async (c) => {
    text ??= generate().then((document) => JSON.stringify(document));
    return c.body(await text, 200, { 'Content-Type': 'application/json' });
  });
};
