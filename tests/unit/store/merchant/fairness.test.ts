import { describe, expect, it, vi } from 'vitest';
import { withConnectionLimit } from '#server/store/database/connection-limit.ts';
import { type Database, isDatabaseUnavailable } from '#server/store/database/database.ts';
import { createApiKey } from '#server/store/merchant/api-keys.ts';
import { createMerchant, createScriptedCredits } from '../support/merchant.ts';
import { refusal } from '../support/refusals.ts';
import {
  type CallOptions,
  postGatewayEvent,
  type StoreUnderTest,
  startAnother,
  storeOfFile,
  webhookKey,
} from '../support/store-under-test.ts';

const customer = { id: 'ada', email: null, balance: 5, held: 2, available: 3 };
const scripted = createScriptedCredits();
let respond = (): void => undefined;
const response = new Promise<typeof customer>((resolve) => {
  respond = () => resolve(customer);
});
const environment = {
  MERCHANT_CALLS_IN_FLIGHT: '3',
  FAILURES_PER_ADDRESS_PER_MINUTE: '3',
  TRUSTED_PROXIES: '1',
  SHARED_NETWORKS: '198.51.100.0/24',
  GATEWAY_WEBHOOK_KEY: webhookKey,
};
const creditsOf: typeof scripted.creditsOf = (key) => ({
  ...scripted.creditsOf(key),
  readCustomer: (id) => (id === 'slow' ? response : Promise.resolve(customer)),
});
const store = await storeOfFile(environment, { creditsOf });
const merchant = await createMerchant(store);

it('a key’s calls in flight are limited without affecting other keys', async () => {
  const slow = Array.from({ length: 3 }, () => merchant.get('/customers/slow'));
  await vi.waitFor(async () => {
    const refused = await merchant.get('/customers/ada');
    expect(refused).toMatchObject(refusal(429, 'rate-limited', expect.stringContaining('3 calls in flight')));
    expect(refused.headers.get('Retry-After')).toBe('1');
  });
  expect((await (await createMerchant(store)).get('/customers/ada')).status).toBe(200);
  respond();
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  expect((await merchant.get('/customers/ada')).status).toBe(200);
});

it('customers are served while all connections of the merchant’s API are busy', async () => {
  const busy: string[] = [];
  const database: Database = {
    ...store.database,
    query: (sql, values) => {
      if (!sql.includes('join spends on')) return store.database.query(sql, values);
      busy.push(sql);
      return new Promise(() => undefined);
    },
  };
  const { call: get } = await startAnother(store, { merchantConnections: 2 }, { database });
  const headers = { Authorization: `Bearer ${merchant.key}` };
  for (let call = 0; call < 3; call += 1) void get(`/v1/spends/${crypto.randomUUID()}`, { headers });
  await vi.waitFor(() => expect(busy).toHaveLength(2));
  const id = await store.newCustomer();
  expect((await get('/api/credits/balance', { as: id })).status).toBe(200);
  expect(busy).toHaveLength(2);
});

it('a limited database runs waiting statements in order and fails them after five seconds', async () => {
  vi.useFakeTimers();
  const begun: { sql: string; end: () => void }[] = [];
  const limited = withConnectionLimit(
    {
      query: (sql) => new Promise((resolve) => begun.push({ sql, end: () => resolve([]) })),
      transaction: () => Promise.reject(new Error('It broke.')),
      close: async () => undefined,
    },
    1,
  );
  await expect(limited.transaction(async () => undefined)).rejects.toThrow('It broke.');
  const [first, second, third] = ['1', '2', '3'].map((sql) => limited.query(sql));
  expect(begun.map(({ sql }) => sql)).toEqual(['1']);
  begun[0]?.end();
  await first;
  expect(begun.map(({ sql }) => sql)).toEqual(['1', '2']);
  const failure = third?.catch((error: unknown) => error);
  vi.advanceTimersByTime(5_000);
  expect(isDatabaseUnavailable(await failure)).toBe(true);
  begun[1]?.end();
  await second;
  void limited.query('4');
  expect(begun.map(({ sql }) => sql)).toEqual(['1', '2', '4']);
});

describe('failures from one address', () => {
  const from = (address: string, headers = {}) => ({ 'X-Forwarded-For': address, ...headers });
  const callWith = (key: string, address: string) =>
    store.call('/v1/customers/ada', { headers: from(address, { Authorization: `Bearer ${key}` }) });
  const failAt = async (call: (address: string) => ReturnType<StoreUnderTest['call']>, address: string) => {
    for (let time = 0; time < 3; time += 1) expect([401, 413]).toContain((await call(address)).status);
  };
  const wrong = (address: string) => callWith(createApiKey(), address);
  const limited = refusal(429, 'rate-limited', expect.any(String));

  it('are limited for wrong keys, but verified keys still work', async () => {
    await merchant.get('/customers/ada');
    await failAt(wrong, '203.0.113.1');
    const refused = await wrong('203.0.113.1');
    expect(refused).toMatchObject(limited);
    expect(refused.headers.get('Retry-After')).toBe('20');
    expect((await callWith(merchant.key, '203.0.113.1')).status).toBe(200);
    expect(
      await callWith(`${merchant.key.slice(0, 19)}${createApiKey().slice(19)}`, '203.0.113.1'),
    ).toMatchObject(limited);
    expect((await wrong('203.0.113.2')).status).toBe(401);
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8:0:1::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1::2:0:0:1'],
  ])('are counted for the /64 network of %s', async (one, same, other) => {
    await failAt(wrong, one);
    expect(await wrong(same)).toMatchObject(limited);
    expect((await wrong(other)).status).toBe(401);
  });

  it('are limited at the webhook before the body is read, without counting signed events', async () => {
    const post = (body: CallOptions['body'], address: string) =>
      store.call('/webhooks/gateway', { method: 'POST', body, headers: from(address) });
    const signed = (address: string) =>
      postGatewayEvent(
        {
          call: (path, options) => store.call(path, { ...options, headers: from(address, options?.headers) }),
        },
        '{}',
      );
    for (let time = 0; time < 5; time += 1) expect((await signed('203.0.113.7')).status).toBe(200);
    await failAt((address) => post('{}', address), '203.0.113.7');
    expect(await signed('203.0.113.7')).toMatchObject(limited);
    const large = 'x'.repeat(1024 * 1024 + 1);
    await failAt((address) => post(large, address), '203.0.113.8');
    expect(await post(large, '203.0.113.8')).toMatchObject(limited);
  });

  it.each(['198.51.100.7', '198.51.100.8'])('are not limited in a shared network (%s)', async (address) => {
    const wrong = () => callWith(createApiKey(), address);
    await failAt(wrong, address);
    expect((await wrong()).status).toBe(401);
  });
});
