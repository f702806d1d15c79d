import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { type CofferEvent, createCoffer } from '#coffer-client';
import { createWebhookSecret, signEvent } from '#server/store/webhooks/signature.ts';
import { createMeteredApi } from '../../../examples/metered-api/app.ts';
import { openJournal } from '../../../examples/metered-api/journal.ts';
import { makeDirectory } from '../../../packages/local-services/test/serving.ts';
import { createMerchant, sendTo } from '../store/support/merchant.ts';
import { createOperator } from '../store/support/operator.ts';
import { storeOfFile } from '../store/support/store-under-test.ts';

let customer: string;
const directory = await makeDirectory(afterAll);
const store = await storeOfFile({ APP_URL: 'http://localhost:5173' });
const merchant = await createMerchant(store);
const webhookSecret = createWebhookSecret();
const options = {
  coffer: createCoffer({ url: 'http://localhost', key: merchant.key, fetch: sendTo(store) }),
  webhookSecret,
  responses: openJournal<string>(join(directory, 'responses')),
  events: openJournal<CofferEvent>(join(directory, 'events')),
  pause: () => Promise.resolve(),
};
const api = createMeteredApi(options);
beforeEach(async () => {
  customer = await store.newCustomer();
});

const grant = (credits: number) =>
  merchant.put(`/grants/${crypto.randomUUID()}`, { customer_id: customer, credits, reason: 'welcome' });
const post = (path: string, headers: Record<string, string> = {}, to = api) =>
  to.request(path, {
    method: 'POST',
    headers: { 'X-Customer': customer, 'Idempotency-Key': crypto.randomUUID(), ...headers },
  });
const readBalance = async () => (await merchant.get(`/customers/${customer}`)).body;

it('the metered API charges 1 credit for a fortune and 5 for a picture, once for each request', async () => {
  await grant(8);
  const key = { 'Idempotency-Key': 'a' };
  expect(await (await post('/fortune', key)).text()).toContain('surprise');
  expect(await (await post('/fortune', key)).text()).toContain('surprise');
  expect(await readBalance()).toMatchObject({ balance: 7 });
  expect(await (await post('/picture', key)).text()).toContain('<svg');
  expect(await readBalance()).toMatchObject({ balance: 2 });
  const refused = await post('/picture');
  const credits = { required: 5, available: 2, buyUrl: 'http://localhost:5173/dashboard' };
  expect([refused.status, await refused.json()]).toEqual([402, { error: 'Not enough credits', ...credits }]);
});

it('the metered API charges a story by the sentence, also if the client disconnects', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await grant(8);
  const key = { 'Idempotency-Key': 'a' };
  expect((await (await post('/story', key)).text()).trimEnd().split('\n')).toHaveLength(4);
  await expect.poll(readBalance).toMatchObject({ balance: 4, held: 0 });
  expect((await post('/story', key)).status).toBe(409);

  let resume = () => {};
  const paused = new Promise<void>((end) => {
    resume = end;
  });
  const pause = vi.fn(() => paused);
  const reader = (await post('/story', {}, createMeteredApi({ ...options, pause }))).body?.getReader();
  await reader?.read();
  await expect.poll(() => pause).toHaveBeenCalledOnce();
  await reader?.cancel();
  resume();
  await expect.poll(readBalance).toMatchObject({ balance: 3, held: 0 });
  expect((await post('/story')).status).toBe(402);
  expect(logged).toHaveBeenCalledTimes(2);
});

it('the metered API refuses unknown and blocked customers, and requests without a key', async () => {
  expect((await post('/fortune', { 'X-Customer': 'no-customer' })).status).toBe(401);
  expect((await post('/fortune', { 'X-Customer': '' })).status).toBe(401);
  expect((await post('/fortune', { 'Idempotency-Key': '' })).status).toBe(400);
  await createOperator(store.database).run('block', customer);
  expect((await post('/fortune')).status).toBe(402);
});

it('the metered API serves nothing for free while the store is down', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const coffer = createCoffer({ url: 'http://localhost', key: 'a-key', attempts: 1, fetch });
  const down = createMeteredApi({ ...options, coffer });
  expect((await post('/fortune', {}, down)).status).toBe(503);
  expect((await post('/story', {}, down)).status).toBe(503);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('no-answer'));
});

it('the metered API accepts each signed event once, and shows a customer’s usage', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const data = { id: customer, email: null, balance: 3, held: 0, available: 3 };
  const body = JSON.stringify({ id: '7', type: 'balance.low', timestamp: '2026-11-20T12:00:00Z', data });
  const send = (secret: string) =>
    api.request('/webhooks', { method: 'POST', body, headers: signEvent('7', body, [secret]) });
  expect((await send(createWebhookSecret())).status).toBe(400);
  for (const _ of ['first', 'duplicate']) expect((await send(webhookSecret)).status).toBe(204);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();

  await grant(3);
  const spend = { customer_id: customer, credits: 2, reference: '<script>' };
  await merchant.put(`/spends/${crypto.randomUUID()}`, spend);
  const page = await (await api.request(`/usage/${customer}`)).text();
  expect(page).toContain('1 credits left. Buy more soon.');
  expect(page).toContain('<td>&lt;script&gt;<td>1<td>2');
  await grant(9);
  expect(await (await api.request(`/usage/${customer}`)).text()).toContain('10 credits left.</p>');
});

it('the metered API’s journal keeps its values after a crash in the middle of a line', () => {
  const file = join(directory, 'journal');
  openJournal<string>(file).add('1', 'one');
  appendFileSync(file, '\n["2","tw');
  openJournal<string>(file).add('3', 'three\nlines');
  expect(openJournal<string>(file).list()).toEqual(['one', 'three\nlines']);
});
