import * as v from 'valibot';
import { expect, it } from 'vitest';
import { merchantErrors } from '#contract/errors.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { replySchemas } from '#contract/replies.ts';
import { createScriptedCredits } from '../support/merchant.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const operationSchema = v.object({
  security: v.array(v.record(v.string(), v.array(v.string()))),
  requestBody: v.optional(v.unknown()),
  responses: v.record(v.string(), v.object({ description: v.string() })),
});
const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({
    schemas: v.record(v.string(), v.unknown()),
    securitySchemes: v.record(v.string(), v.unknown()),
  }),
});

let body: unknown;
const store = await storeOfFile({}, { creditsOf: createScriptedCredits().creditsOf });
({ body } = await store.call('/openapi.json'));

it('customer and merchant response schemas have different names', () => {
  expect(Object.keys(replySchemas).filter((name) => name in merchantReplySchemas)).toEqual([]);
});

it('GET /openapi.json lists each merchant’s API call with its scope, request and statuses', () => {
  const { paths, components } = v.parse(documentSchema, body);
  expect(components.securitySchemes).toMatchObject({ merchantKey: { type: 'http', scheme: 'bearer' } });
  for (const [path, operations] of Object.entries(paths))
    for (const [method, given] of Object.entries(operations)) {
      if (!path.startsWith('/v1/')) continue;
      const { security, requestBody, responses } = v.parse(operationSchema, given);
      const scope = method === 'get' ? 'read' : /grants|customers/.test(path) ? 'grant' : 'spend';
      expect({ path, security }).toEqual({ path, security: [{ merchantKey: [scope] }] });
      expect(requestBody !== undefined).toBe(method === 'put' || /\/(capture|extend|spends)$/.test(path));
      const statuses = ['200', '401', '403', '429', '500', '503', ...(method === 'put' ? ['201'] : [])];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
    }
});

it('GET /openapi.json lists every error code and defines exactly the schemas in use', () => {
  const { paths, components } = v.parse(documentSchema, body);
  const text = JSON.stringify(paths);
  for (const code of Object.keys(merchantErrors)) expect(text).toContain(`\`${code}\``);
  const names = [...JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(components.schemas)));
  expect(components.schemas['SpendRequest']).toMatchObject({
    type: 'object',
    required: ['customer_id', 'credits'],
    additionalProperties: false,
    properties: { credits: { minimum: 1, maximum: 10 ** 12 } },
  });
  expect(JSON.stringify(components.schemas['HoldRequest'])).toContain('Default: 600');
  expect(components.schemas['HoldRequest']).toMatchObject({ required: ['customer_id', 'credits'] });
});
