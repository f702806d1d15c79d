import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoreRead } from '#domain/store.ts';
import { createStore } from '#services/store/store.ts';
import { plus, summary } from '#tests/purchases.ts';
import { json, startStoreServer } from './store-server.ts';

let server: Awaited<ReturnType<typeof startStoreServer>>;
beforeAll(async () => {
  server = await startStoreServer();
});
afterAll(() => server.stop());

const profile = { id: 'c1', email: 'ada@example.com', firstName: 'Ada', lastName: null, phone: null };
it.each<[StoreRead, string, unknown]>([
  ['profile', '/api/auth/profile', profile],
  ['products', '/api/products/', [plus]],
  ['balance', '/api/credits/balance', { balance: 1_300 }],
  ['credits', '/api/credits', { held: 120, expiring: { credits: 500, expires_at: '2027-01-01T05:59:59Z' } }],
  ['summary', '/api/transactions/summary', summary],
])('%s is read by GET %s, with no payload', async (name, url, reply) => {
  server.answer(json(reply));
  const store = createStore({ baseUrl: server.baseUrl, accessToken: async () => 'a-token' });
  expect(await store.read(name)).toEqual(reply);
  expect(server.received).toMatchObject([
    { method: 'GET', url, body: '', headers: { authorization: 'Bearer a-token' } },
  ]);
});
