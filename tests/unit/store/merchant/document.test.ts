import * as v from 'valibot';
import { expect, it } from 'vitest';
import { merchantErrors } from '#contract/errors.ts';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { replySchemas } from '#contract/replies.ts';
import { signEvent } from '#server/store/webhooks/signature.ts';
import { createScriptedCredits } from '../support/merchant.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const record = v.record(v.string(), v.unknown());
const operationSchema = v.looseObject({
  parameters: v.optional(v.array(v.looseObject({ name: v.string() })), []),
  responses: v.record(v.string(), v.looseObject({ description: v.string() })),
});
const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), operationSchema)),
  webhooks: v.record(v.string(), v.object({ post: operationSchema })),
  components: v.object({ schemas: record, securitySchemes: record }),
});

const store = await storeOfFile({}, { creditsOf: createScriptedCredits().creditsOf });
const browserHeaders = { Origin: 'https://editor.example', 'Sec-Fetch-Site': 'cross-site' };
const served = await store.call('/v1/openapi.json', { headers: browserHeaders });
const { paths, webhooks, components } = v.parse(documentSchema, served.body);

it('GET /v1/openapi.json needs no key, and may be opened in a browser', () => {
  expect(served.status).toBe(200);
  expect(served.headers.has('Access-Control-Allow-Origin')).toBe(false);
});

it('customer and merchant response schemas have different names', () => {
  expect(Object.keys(replySchemas).filter((name) => name in merchantReplySchemas)).toEqual([]);
});

it('GET /v1/openapi.json lists each merchant’s API call with its id, tag, scope, request and statuses', () => {
  expect(components.securitySchemes).toMatchObject({ merchantKey: { type: 'http', scheme: 'bearer' } });
  const retryHeaders = { headers: { 'Retry-After': { schema: { type: 'integer' } } } };
  for (const [operationId, endpoint] of Object.entries(merchantEndpoints)) {
    const method = 'method' in endpoint ? endpoint.method.toLowerCase() : 'get';
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = v.parse(operationSchema, paths[path]?.[method]);
    expect(operation).toMatchObject({
      operationId,
      tags: [endpoint.path.split('/')[2]],
      description: expect.stringContaining(`scope \`${endpoint.scope}\``),
      security: [{ merchantKey: [] }],
      responses: { 200: {}, 401: {}, 403: {}, 429: retryHeaders, 500: {}, 503: retryHeaders },
    });
    expect('requestBody' in operation).toBe('request' in endpoint);
    expect('201' in operation.responses).toBe(method === 'put');
  }
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
  expect(operations).toHaveLength(Object.keys(merchantEndpoints).length);
});

it('GET /v1/openapi.json lists every error code and defines exactly the schemas in use', () => {
  const text = JSON.stringify(paths);
  for (const code of Object.keys(merchantErrors)) expect(text).toContain(`\`${code}\``);
  const names = [...JSON.stringify(served.body).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(names)).toEqual(new Set(Object.keys(components.schemas)));
  expect(components.schemas['SpendRequest']).toMatchObject({
    type: 'object',
    required: ['customer_id', 'credits'],
    additionalProperties: false,
    properties: { credits: { type: 'integer', format: 'int64', minimum: 1, maximum: 10 ** 12 } },
  });
  expect(JSON.stringify(components.schemas['Spend'])).toMatch(/"format":"uuid".*"format":"date-time"/);
  expect(JSON.stringify(components.schemas)).not.toContain('"type":"number"');
  expect(JSON.stringify(components.schemas['HoldRequest'])).toContain('Default: 600');
  expect(components.schemas['HoldRequest']).toMatchObject({ required: ['customer_id', 'credits'] });
});

it('GET /v1/openapi.json describes the webhook of each event type, with the headers that sign it', () => {
  const types = merchantReplySchemas.Event.options.flatMap(({ entries }) => entries.type.options);
  expect(Object.keys(webhooks)).toEqual(types);
  const signed = Object.keys(signEvent('1000000000000042', '{}', []));
  for (const { post } of Object.values(webhooks))
    expect(post.parameters.map(({ name }) => name)).toEqual(signed);
  const { 'hold.expired': expired } = webhooks;
  expect(expired?.post).toMatchObject({ operationId: 'onHoldExpired' });
  expect(JSON.stringify(expired)).toContain('#/components/schemas/HoldExpiredEvent"');
  const properties = { type: { const: 'hold.expired' } };
  expect(components.schemas['HoldExpiredEvent']).toMatchObject({ properties });
});
