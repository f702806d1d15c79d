import * as v from 'valibot';
import { expect, test } from 'vitest';
import { callsAbout, createMerchant, sendTo } from '../../../tests/unit/store/support/merchant.ts';
import { storeOfFile } from '../../../tests/unit/store/support/store-under-test.ts';
import { createScriptedClient } from './scripted-store.ts';

const sentSchema = v.object({ spends: v.array(v.object({ id: v.string() })) });

const store = await storeOfFile();
const merchant = await createMerchant(store);

const createClient = async (credits: number, steps: Parameters<typeof createScriptedClient>[0] = []) => {
  const customerId = await store.newCustomer();
  const client = createScriptedClient(steps, { key: merchant.key, store: sendTo(store) });
  await callsAbout(() => ({ merchant, customer: customerId })).grant(credits);
  return { ...client, customerId };
};

test('a batch resolves to a spend or a refusal for each entry', async () => {
  const { coffer, customerId } = await createClient(5);
  const id = crypto.randomUUID();
  const results = await coffer.spends.batch([
    { id, customerId, credits: 3, reference: 'job 7', description: 'A picture' },
    { customerId, credits: 3 },
    { customerId: 'nobody', credits: 1 },
    { id: 'job 8', customerId, credits: 1 },
    { customerId, credits: 2 },
  ]);
  expect(results).toMatchObject([
    { id, status: 201, customerId, reference: 'job 7', available: 2 },
    { status: 402, code: 'insufficient-credits', required: 3, available: 2 },
    { status: 404, code: 'customer-not-found' },
    { id: 'job 8', status: 400, code: 'invalid-request' },
    { status: 201, credits: 2, available: 0 },
  ]);
});

test('a batch whose response was lost is repeated with the same ids, and spends once', async () => {
  const { coffer, customerId, sent } = await createClient(5, ['lost']);
  const spends = [2, 3].map((credits) => ({ customerId, credits }));
  expect(await coffer.spends.batch(spends)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(sent).toEqual([sent[0], sent[0]]);
});

test('a batch above the limit of a request is sent in several requests, in order', async () => {
  const { coffer, customerId, sent } = await createClient(2);
  const spends = Array.from({ length: 501 }, () => ({ customerId, credits: 1 }));
  const results = await coffer.spends.batch(spends);
  expect(results.map(({ status }) => status)).toEqual([201, 201, ...Array(499).fill(402)]);
  const ids = sent.map(({ body }) => v.parse(sentSchema, body).spends.map(({ id }) => id));
  expect(ids.map(({ length }) => length)).toEqual([500, 1]);
  expect(results.map(({ id }) => id)).toEqual(ids.flat());
});

test('a batch with a wrong number is rejected without a request', async () => {
  const { coffer, sent } = createScriptedClient([]);
  const spends = [1, Number.NaN].map((credits) => ({ customerId: 'a', credits }));
  await expect(coffer.spends.batch(spends)).rejects.toThrow('spends[1].credits must be a whole number');
  expect(sent).toEqual([]);
});
