import * as v from 'valibot';
import { expect, test } from 'vitest';
import { merchantEndpoints } from '../../../contract/merchant/endpoints.ts';
import { createMerchant, sendTo } from '../../../tests/unit/store/support/merchant.ts';
import { storeOfFile } from '../../../tests/unit/store/support/store-under-test.ts';
import { createCoffer } from '../src/index.ts';
import { createScriptedClient } from './scripted-store.ts';
import { writeTypes } from './write-types.ts';

const pathsSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });

let document: unknown;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const customerId = await store.newCustomer();
({ body: document } = await store.call('/v1/openapi.json'));

const createClient = () => createScriptedClient([], { key: merchant.key, store: sendTo(store) });

test('the client’s types match /v1/openapi.json, and -u rewrites them', async () => {
  await expect(writeTypes(document)).toMatchFileSnapshot('../src/types.gen.ts');
});

test('the client covers every merchant endpoint in /v1/openapi.json and calls no others', async () => {
  const { coffer, sent } = createClient();
  const order = { customerId, credits: 2 };
  const { id: grantId } = await coffer.grant({ customerId, credits: 50, reason: 'welcome', priority: 0 });
  const { id: spendId } = await coffer.spend({ ...order, reference: 'job 7' });
  const [repeated] = await coffer.spends.batch([{ id: spendId, ...order, reference: 'job 7' }]);
  expect(repeated).toMatchObject({ id: spendId, status: 200 });
  expect(await coffer.returnCredits({ spendId, credits: 1 })).toMatchObject({ returned: 1 });
  expect(await coffer.readSpend(spendId)).toMatchObject({ reference: 'job 7', returned: 1, balance: 49 });
  const { id: holdId } = await coffer.hold({ ...order, expiresIn: 60 });
  expect(await coffer.holds.extend(holdId, { expiresIn: 120 })).toMatchObject({
    expiresAt: store.clock.after(120_000).toISOString(),
  });
  expect(await coffer.capture(holdId)).toMatchObject({ captured: 2 });
  expect(await coffer.release((await coffer.hold(order)).id)).toMatchObject({ state: 'released' });
  expect(await coffer.readHold(holdId)).toMatchObject({ state: 'captured' });
  expect(await coffer.findCustomers(`${customerId}@example.com`)).toMatchObject([{ id: customerId }]);
  expect(await coffer.readCustomer(customerId)).toMatchObject({ available: 47 });
  expect(await coffer.createCustomer(customerId)).toMatchObject({ id: customerId, available: 47 });
  const filter = { limit: 1, kind: 'spend', reference: 'job 7', from: '2026-11-20T12:00:00Z' } as const;
  const activity = { entries: [{ spendId, credits: -2 }], next: null };
  expect(await coffer.listActivity(customerId, filter)).toMatchObject(activity);
  const day = { day: '2026-11-20', credits: 3 };
  expect(await coffer.readUsage(customerId)).toMatchObject({ rows: [day], credits: 3 });
  const references = { rows: [{ reference: null, credits: 2 }, { reference: 'job 7' }] };
  expect(await coffer.readUsage(customerId, { by: 'reference' })).toMatchObject(references);
  expect(await coffer.listGrants(customerId)).toMatchObject([{ id: grantId, remaining: 47 }]);
  expect(await coffer.voidGrant(grantId)).toMatchObject({ remaining: 0 });
  const [returned] = await coffer.listEvents();
  expect(await coffer.listEvents({ after: '0', limit: 1 })).toEqual([returned]);
  const template = ({ method, path }: (typeof sent)[number]) =>
    `${method.toLowerCase()} ${path
      .replace(/\?.*$/, '')
      .replace(/\/returns\/[^/]+$/, '/returns/{return_id}')
      .replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`;
  const { paths } = v.parse(pathsSchema, document);
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  const made = new Set(sent.map(template));
  expect([...made].toSorted()).toEqual(described.toSorted());
  expect(made.size).toBe(Object.keys(merchantEndpoints).length);
});

test('the client rejects negative, fractional and non-numeric values without a request', async () => {
  const { coffer, sent } = createClient();
  const id = crypto.randomUUID();
  const given = { spendId: id, customerId, credits: 1, expiresIn: 60, reason: 'x' };
  const refusal = { name: 'CofferError', status: 400, code: 'invalid-request' };
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '1', null]) {
    for (const [field, call, ...ids] of [
      ['credits', coffer.spend],
      ['credits', coffer.returnCredits],
      ['credits', coffer.hold],
      ['expiresIn', coffer.hold],
      ['credits', coffer.capture, id],
      ['expiresIn', coffer.holds.extend, id],
      ['credits', coffer.grant],
      ['priority', coffer.grant],
      ['limit', coffer.listEvents],
      ['timeoutMs', coffer.release, id],
    ] as const)
      await expect(
        Reflect.apply(call, undefined, [...ids, { ...given, [field]: wrong }]),
        `${call.name} ${field} ${wrong}`,
      ).rejects.toMatchObject({ ...refusal, detail: expect.stringContaining(`${field} must be`) });
    for (const name of ['timeoutMs', 'attempts']) {
      const options = { url: 'http://localhost', key: 'a', [name]: wrong };
      expect(() => Reflect.apply(createCoffer, undefined, [options])).toThrow(`${name} must be`);
    }
  }
  const misspelled: Promise<unknown> = Reflect.apply(coffer.capture, undefined, [id, { credits: undefined }]);
  await expect(misspelled).rejects.toMatchObject({ ...refusal, holdId: id });
  expect(sent).toEqual([]);
});

test('every client call takes a signal as its last argument', async () => {
  const { coffer, sent } = createClient();
  const { holds, spends, ...others } = coffer;
  const given = { customerId, credits: 1, expiresIn: 1 };
  const withTwo = ['capture', 'extend', 'withHold', 'listActivity', 'readUsage'];
  for (const call of Object.values({ ...others, ...holds, ...spends })) {
    const options = call === spends.batch ? [given] : given;
    const leading = withTwo.includes(call.name) ? ['an id', options] : [options];
    const made = Reflect.apply(call, undefined, [...leading, { signal: AbortSignal.abort() }]);
    await expect(made, call.name).rejects.toMatchObject({ code: 'aborted' });
  }
  expect(sent).toEqual([]);
});

test('request URLs encode ids and email addresses', async () => {
  const { coffer } = createClient();
  const id = crypto.randomUUID();
  store.pool.attributes.set(id, { email: 'ada+1@example.com', given_name: 'Ada', family_name: 'King' });
  await store.call('/api/auth/profile', { as: id });
  expect(await coffer.findCustomers('ada+1@example.com')).toMatchObject([{ id }]);
  await expect(coffer.listGrants('../a')).rejects.toMatchObject({ code: 'customer-not-found' });
});

test.each([
  ['url', [undefined], 'but it is undefined'],
  [
    'url',
    ['credits.example.com', 'localhost:9375', 'ftp://a', 'https://'],
    'must start with https:// or http://',
  ],
  ['url', ['https://me:secret@credits.example.com'], 'must not contain a user name or password'],
  ['url', ['https://credits.example.com/?', 'https://a/#b'], 'must not contain a query or fragment'],
  ['key', [undefined], 'but it is undefined'],
  ['key', ['', 'a\n', '“a”'], 'must not be empty or contain spaces or line breaks'],
  ['key', ['whsec_secret'], 'but it is the secret of a webhook'],
])('createCoffer explains a wrong %s: %j', (name, values, message) => {
  for (const value of values) {
    const options = { url: 'https://credits.example.com', key: 'a', [name]: value };
    const create = () => Reflect.apply(createCoffer, undefined, [options]);
    expect(create, value).toThrow(new RegExp(`^${name} must be (?!.*(secret@|_secret)).*${message}`));
  }
});

test('createCoffer accepts a URL with or without /v1', async () => {
  for (const url of ['http://localhost', 'http://localhost/', 'http://localhost/v1/']) {
    const coffer = createCoffer({ url, key: merchant.key, fetch: sendTo(store) });
    expect(await coffer.readCustomer(customerId)).toMatchObject({ id: customerId });
  }
});
