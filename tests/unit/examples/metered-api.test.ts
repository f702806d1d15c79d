import { beforeEach, expect, it, vi } from 'vitest';
import { createCoffer } from '#coffer-client';
import { createMeteredApi } from '../../../examples/metered-api/app.ts';
import { createMerchant, sendTo } from '../store/support/merchant.ts';
import { createOperator } from '../store/support/operator.ts';
import { storeOfFile } from '../store/support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const api = createMeteredApi(
  createCoffer({ url: 'http://localhost', key: merchant.key, fetch: sendTo(store) }),
);
beforeEach(async () => {
  customer = await store.newCustomer();
});

const ask = async (customerId = customer, from = api) => {
  const reply = await from.request('/fortune', { headers: { 'X-Customer': customerId } });
  return { status: reply.status, body: await reply.json() };
};

it('the metered API charges one credit per request, and returns 402 without credits', async () => {
  const grant = { customer_id: customer, credits: 2, reason: 'welcome' };
  await merchant.put(`/grants/${crypto.randomUUID()}`, grant);
  expect(await ask()).toMatchObject({ status: 200, body: { creditsLeft: 1 } });
  expect(await ask()).toMatchObject({ status: 200, body: { creditsLeft: 0 } });
  expect(await ask()).toEqual({ status: 402, body: { error: 'No credits left', required: 1, available: 0 } });
  expect((await merchant.get(`/customers/${customer}`)).body).toMatchObject({ balance: 0 });
});

it('the metered API refuses unknown and blocked customers', async () => {
  expect(await ask('no-customer')).toMatchObject({ status: 401, body: { error: 'Unknown customer' } });
  expect((await api.request('/fortune')).status).toBe(401);
  await createOperator(store.database).run('block', customer);
  expect(await ask()).toMatchObject({ status: 402, body: { error: 'This account is blocked' } });
});

it('the metered API serves nothing for free while the store is down', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const down = createCoffer({
    url: 'http://localhost',
    key: 'a-key',
    attempts: 1,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  expect(await ask(customer, createMeteredApi(down))).toMatchObject({ status: 503 });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('no-answer'));
  logged.mockRestore();
});
