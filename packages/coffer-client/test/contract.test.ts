import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { merchantEndpoints } from '../../../contract/merchant/endpoints.ts';
import { createScriptedCredits } from '../../../tests/unit/store/support/merchant.ts';
import {
  type StoreUnderTest,
  startStoreUnderTest,
} from '../../../tests/unit/store/support/store-under-test.ts';
import { createCoffer } from '../src/index.ts';
import { writeTypes } from './write-types.ts';

const pathsSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });

let store: StoreUnderTest;
let document: unknown;
beforeAll(async () => {
  store = await startStoreUnderTest({}, { credits: createScriptedCredits().credits });
  ({ body: document } = await store.call('/openapi.json'));
}, 60_000);
afterAll(() => store.close());

test('the types are those of /openapi.json; -u writes them', async () => {
  await expect(writeTypes(document)).toMatchFileSnapshot('../src/types.gen.ts');
});

test('the client makes each call of the merchant’s API that /openapi.json has, and no other', async () => {
  const made: string[] = [];
  const template = (path: string) =>
    path
      .replace(/^\/v1\/customers\/an-id/, '/v1/customers/{id}')
      .replace(/\/returns\/an-id$/, '/returns/{return_id}')
      .replace('an-id', '{id}');
  const coffer = createCoffer({
    url: 'https://credits.example.com',
    key: 'a-key',
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      made.push(`${init?.method?.toLowerCase()} ${template(pathname)}`);
      return Response.json({ customers: [], grants: [], events: [] });
    },
  });
  const id = 'an-id';
  const given = { id, customerId: id, credits: 1 };
  await coffer.findCustomers('ada@example.com');
  await coffer.readCustomer(id);
  await coffer.listGrants(id);
  await coffer.spend(given);
  await coffer.readSpend(id);
  await coffer.returnCredits({ spendId: id, id, credits: 1 });
  await coffer.hold(given);
  await coffer.readHold(id);
  await coffer.capture(id);
  await coffer.release(id);
  await coffer.grant({ ...given, reason: 'welcome' });
  await coffer.voidGrant(id);
  await coffer.listEvents({ after: id, limit: 1 });
  const { paths } = v.parse(pathsSchema, document);
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`));
  expect(made.toSorted()).toEqual(described.toSorted());
  expect(made).toHaveLength(Object.keys(merchantEndpoints).length);
});
