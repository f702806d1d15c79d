import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyWebhook } from '#coffer-client';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import { noMeter } from '#server/store/metrics/meter.ts';
import { createEventPoster } from '#server/store/webhooks/post-event.ts';
import { createWebhookSender, type WebhookSender } from '#server/store/webhooks/sender.ts';
import { silentLog } from '../support/logs.ts';
import { type LoopbackServer, listenOnLoopback } from '../support/loopback.ts';
import { createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { type StoreUnderTest, startStoreUnderTest } from '../support/store-under-test.ts';

/** The store's jobs run this often. */
const jobsMs = 1_000;

let store: StoreUnderTest;
let sender: WebhookSender;
let endpoint: LoopbackServer;
let secret = '';
const arrived: { readonly after: number; readonly event: unknown; readonly body: string }[] = [];
let expiresAt = new Date();
beforeAll(async () => {
  store = await startStoreUnderTest();
  endpoint = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    arrived.push({
      after: store.clock.now.getTime() - expiresAt.getTime(),
      event: verifyWebhook(request.headers, body, secret),
      body,
    });
    response.writeHead(arrived.length === 1 ? 500 : 200).end();
  });
  sender = createWebhookSender({
    database: store.database,
    log: silentLog,
    meter: noMeter,
    poster: createEventPoster(store.config.webhooks, 10_000),
    limits: { perEndpoint: 8, leaseMs: 20_000 },
  });
}, 60_000);
afterAll(async () => {
  await sender.close(0);
  await Promise.all([store.close(), endpoint.close()]);
});

it('a signed hold.expired arrives within 15 s of the expiry, although the endpoint first answers 500', async () => {
  const customerId = await store.newCustomer();
  const merchant = await createMerchant(store);
  const operator = createOperator(store.database);
  ({ secret } = await operator.json('webhooks', 'add', endpoint.url));
  const grant = { customer_id: customerId, credits: 10, reason: 'x' };
  await merchant.put(`/grants/${crypto.randomUUID()}`, grant);
  const id = crypto.randomUUID();
  const held = await merchant.put(`/holds/${id}`, { customer_id: customerId, credits: 4, expires_in: 60 });
  expiresAt = store.clock.after(60_000);
  expect(held.body).toMatchObject({ expires_at: expiresAt.toISOString() });

  await store.clock.set(expiresAt);
  while (arrived.length < 2) {
    await store.clock.advance(jobsMs);
    await expireCredits(store.database);
    await sender.work();
    await sender.idle();
  }
  const [first, second] = arrived;
  expect(second?.after).toBeLessThanOrEqual(15_000);
  expect(second?.body).toBe(first?.body);
  const { body } = await merchant.get('/events');
  expect(body).toMatchObject({ events: [JSON.parse(second?.body ?? '')] });
  expect(second?.event).toMatchObject({ type: 'hold.expired', data: { id, state: 'expired' } });
});

it('replays an event of an erased customer without its data', async () => {
  const [{ id = '', resource = '' } = {}] = await store.database.query<{ id: string; resource: string }>(
    `update events set data = jsonb_build_object('id', data -> 'id'), erased_at = store_now()
     returning event_id::text as id, data ->> 'id' as resource`,
  );
  await createOperator(store.database).run('webhooks', 'send', id);
  await sender.work();
  await sender.idle();
  expect(JSON.parse(arrived[2]?.body ?? '')).toMatchObject({ id, data: { id: resource, erased: true } });
});
