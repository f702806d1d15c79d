import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { Context, Hono } from 'hono';
import { type DescribeRouteOptions, describeRoute, generateSpecs } from 'hono-openapi';
import type { Endpoint } from '#contract/endpoints.ts';
import { errorSchema } from '#contract/errors.ts';
import { merchantRefusalSchema } from '#contract/merchant/errors.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';
import { cardPaymentRequestSchema, paymentRequestSchema } from '#contract/purchases.ts';
import { type Replies, replySchemas } from '#contract/replies.ts';
import { topUpRequestSchema } from '#contract/top-up.ts';
import type { RequestEnvironment } from './middleware.ts';

const storeSchemas = {
  ...replySchemas,
  PaymentRequest: paymentRequestSchema,
  CardPaymentRequest: cardPaymentRequestSchema,
  TopUpRequest: topUpRequestSchema,
  Refusal: errorSchema,
};
const merchantSchemas = {
  ...merchantReplySchemas,
  ...merchantRequestSchemas,
  MerchantRefusal: merchantRefusalSchema,
};
const schemas = { ...storeSchemas, ...merchantSchemas };
type SchemaName = keyof typeof schemas;

const reference = (name: string) => `#/components/schemas/${name}`;

export const jsonContent = (name: SchemaName) => ({
  'application/json': { schema: { $ref: reference(name) } },
});

const anyContent = (names: readonly SchemaName[]) => ({
  'application/json': { schema: { anyOf: names.map((name) => ({ $ref: reference(name) })) } },
});

export const refusal = (description: string) => ({ description, content: jsonContent('Refusal') });

/** An endpoint's texts in the OpenAPI document. Every status but 200 is a refusal. */
interface EndpointWords extends Pick<DescribeRouteOptions, 'summary' | 'parameters'> {
  readonly statuses: Readonly<Record<number, string>> & { readonly 200: string };
}

export const unknownCustomer = { 404: 'Customer not found' };

/** Serves an endpoint of the contract and describes it in the OpenAPI document. */
export const serve = <Served extends Endpoint>(
  app: Hono<RequestEnvironment>,
  { method = 'GET', path, requests, reply }: Served,
  { statuses: { 200: ok, ...refusals }, ...words }: EndpointWords,
  handle: (c: Context<RequestEnvironment>) => Promise<Replies[Served['reply']] | Response>,
): void => {
  const refused = Object.entries(refusals).map(([status, description]) => [status, refusal(description)]);
  app.on(
    method,
    // The app looks up paths without their last slash; the document shows the contract's.
    [...new Set([path.replace(/\/$/, ''), path])],
    describeRoute({
      ...words,
      ...(requests && { requestBody: { required: true, content: anyContent(requests) } }),
      responses: { 200: { description: ok, content: jsonContent(reply) }, ...Object.fromEntries(refused) },
    }),
    async (c) => {
      const answer = await handle(c);
      return answer instanceof Response ? answer : c.json(answer);
    },
  );
};

interface DescribedParts {
  readonly hasMerchantApi: boolean;
}

/** `GET /openapi.json` (OpenAPI 3.1), from the routes' descriptions and the validation schemas. */
export const describeApi = async (app: Hono<RequestEnvironment>, { hasMerchantApi }: DescribedParts) => ({
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
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      ...(hasMerchantApi && { merchantKey: { type: 'http', scheme: 'bearer' } }),
    },
    schemas: toJsonSchemaDefs(hasMerchantApi ? schemas : storeSchemas, {
      ignoreActions: ['trim', 'check', 'to_lower_case'],
      overrideRef: ({ referenceId }) => reference(referenceId),
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        valibotSchema.type === 'variant' ? { type: 'object', ...jsonSchema } : undefined,
    }),
  },
});
