import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { tendEvents } from '#server/store/events/merchant-events.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { noMeter } from '#server/store/metrics/meter.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { addEndpoint, listEndpoints, removeEndpoint } from '#server/store/webhooks/endpoints.ts';
import type { PostResult, SignedEvent } from '#server/store/webhooks/post-event.ts';
import { createWebhookSender, type WebhookSender } from '#server/store/webhooks/sender.ts';
import { createWebhookSecret } from '#server/store/webhooks/signature.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { createRecordingLog } from '../support/logs.ts';
import { createOperator } from '../support/operator.ts';
import { databaseOfFile } from '../support/test-database.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const leaseMs = 20 * secondMs;
const customerId = 'a-customer';

const database = await databaseOfFile();
const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
const operator = createOperator(database);

interface Sent {
  readonly url: string;
  readonly event: string;
}

let sent: Sent[];
let bodies: unknown[];
let logged: LogFields[];
let outcomes: string[];
let senders: WebhookSender[];
/** Returns the endpoint's response, or undefined if the endpoint never responds. */
let answer: (sent: Sent) => PostResult | undefined;

const ok: PostResult = { outcome: 'delivered', status: 204 };
const failure: PostResult = { outcome: 'refused', status: 500 };

const createSender = (): WebhookSender => {
  const sender = createWebhookSender({
    database,
    log: createRecordingLog(logged),
    meter: { ...noMeter, eventSent: (outcome) => void outcomes.push(outcome) },
    poster: {
      post: ({ url, headers, body }: SignedEvent, signal) => {
        const one = { url, event: headers['webhook-id'] ?? '' };
        sent.push(one);
        bodies.push(JSON.parse(body));
        const answered = answer(one);
        if (answered !== undefined) return Promise.resolve(answered);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'unanswered', why: 'AbortError' }));
        });
      },
      close: async () => undefined,
    },
    limits: { perEndpoint: 8, leaseMs },
  });
  senders.push(sender);
  return sender;
};

let sender: WebhookSender;
let endpoint: string;
const url = 'https://merchant.example/hooks';
beforeEach(async () => {
  sent = [];
  bodies = [];
  logged = [];
  outcomes = [];
  senders = [];
  answer = () => ok;
  sender = createSender();
  endpoint = await addEndpoint(database, url, createWebhookSecret());
});
afterEach(async () => {
  await Promise.all(senders.map((one) => one.close(0)));
  for (const { id } of await listEndpoints(database)) await removeEndpoint(database, id);
});

/** Adds an event and returns the id that the event gets when it is published. */
const happen = async (): Promise<string> => {
  const add = "select add_event($1, 'balance.low', $2, store_now())";
  await database.query(add, [customerId, { id: customerId }]);
  const [row] = await database.query<{ id: string }>(
    'select (last_id + (select count(*) from event_outbox))::text as id from event_numbers',
  );
  return row?.id ?? expect.fail();
};
const work = async () => {
  await sender.work();
  await sender.idle();
};
const stateOf = async (id = endpoint) =>
  (await listEndpoints(database)).find((one) => one.id === id) ?? expect.fail('There is no such endpoint.');
const sentEvents = () => sent.map(({ event }) => event);

it('the webhook sender sends each new event to each endpoint once, in order', async () => {
  const other = 'https://other.example/';
  const before = await happen();
  await work();
  const between = await happen();
  await addEndpoint(database, other, createWebhookSecret());
  const events = [await happen(), await happen(), await happen()];
  await work();
  await work();
  const to = (address: string) => sent.filter((one) => one.url === address).map(({ event }) => event);
  expect(to(url)).toEqual([before, between, ...events]);
  expect(to(other)).toEqual(events);
  expect(await stateOf()).toMatchObject({ deliveredEvent: events[2], waiting: 0, failingSince: null });
  expect(outcomes).toEqual(Array(8).fill('delivered'));
  expect(logged).toEqual([]);
});

it('the webhook sender skips events that only a newer release can read', async () => {
  const ofNewerKind = { 'grant.expired': { kind: 'goodwill' } };
  const newer = { 'purchase.refund_requested': {}, 'balance.reset': {}, ...ofNewerKind };
  const add = 'select add_event($1, $2, $3, store_now())';
  for (const [type, data] of Object.entries(newer))
    await database.query(add, [customerId, type, { id: customerId, customer_id: customerId, ...data }]);
  const known = await happen();
  await work();
  expect(sentEvents()).toEqual([known]);
  const types = Object.keys(newer);
  await database.query("delete from events where type = any ($1) or data ->> 'kind' = 'goodwill'", [types]);
});

it('the webhook sender resends an erased customer’s event without its data', async () => {
  const event = await happen();
  await work();
  await database.query('update events set erased_at = store_now() where event_id = $1', [event]);
  await operator.run('webhooks', 'send', event);
  await work();
  expect(bodies).toMatchObject([
    { id: event, data: { id: customerId } },
    { id: event, data: { id: customerId, erased: true } },
  ]);
});

it('the webhook sender retries after five seconds without delaying later events', async () => {
  const first = await happen();
  answer = ({ event }) => (event === first ? failure : ok);
  await work();
  expect(await stateOf()).toMatchObject({ failingSince: clock.now, waiting: 1 });
  expect(logged).toEqual([
    expect.objectContaining({ event: 'webhook-failed', endpointId: endpoint, eventId: first, status: 500 }),
  ]);
  const second = await happen();
  await clock.advance(4_999);
  await work();
  expect(sentEvents()).toEqual([first, second]);
  expect(await stateOf()).toMatchObject({ failingSince: null, waiting: 1 });
  expect(await readStoreState(database)).toMatchObject({ oldestDeliveryAge: 4.999, disabledEndpoints: 0 });
  answer = () => ok;
  await clock.advance(1_001);
  await work();
  expect(sentEvents()).toEqual([first, second, first]);
  expect(await stateOf()).toMatchObject({ waiting: 0, deliveredEvent: second });
  expect(outcomes).toEqual(['refused', 'delivered', 'delivered']);
});

/** Advances the clock to the next delivery attempt and runs the sender. */
const workWhenDue = async () => {
  const find = 'select min(next_attempt_at) as at from webhook_deliveries where endpoint_id = $1';
  const [next] = await database.query<{ at: Date }>(find, [endpoint]);
  await clock.set(next?.at ?? expect.fail('Nothing waits.'));
  await work();
};

it('an endpoint is disabled after three days of failures and gets missed events once enabled', async () => {
  answer = () => failure;
  const first = await happen();
  await work();
  const began = clock.now.getTime();
  const attemptsAt = [0];
  while ((await stateOf()).disabledAt === null) {
    await workWhenDue();
    attemptsAt.push(clock.now.getTime() - began);
  }
  expect(attemptsAt.at(-1)).toBe(3 * dayMs);
  const delays = attemptsAt.slice(1).map((at, index) => at - (attemptsAt[index] ?? 0));
  for (const [index, delay] of delays.slice(0, -1).entries()) {
    const shortest = Math.min(5 * secondMs * 4 ** index, 6 * hourMs);
    expect(delay).toBeGreaterThanOrEqual(shortest);
    expect(delay).toBeLessThanOrEqual(1.2 * shortest);
  }
  expect(await stateOf()).toMatchObject({ disabledBecause: 'failing', waiting: 1 });
  expect(await readStoreState(database)).toMatchObject({ oldestDeliveryAge: 0, disabledEndpoints: 1 });
  expect(logged.at(-1)).toMatchObject({ event: 'webhook-endpoint-disabled', endpointId: endpoint });

  const second = await happen();
  await clock.advance(dayMs);
  sent = [];
  await work();
  expect(sent).toEqual([]);
  answer = () => ok;
  expect(await operator.json('webhooks', 'enable', endpoint)).toMatchObject({ waiting: 1 });
  await work();
  expect(sentEvents()).toEqual([first, second]);
  expect(await stateOf()).toMatchObject({ disabledAt: null, failingSince: null, waiting: 0 });
});

it('the webhook sender gives up on an event if only that event fails for three days', async () => {
  const bad = await happen();
  answer = ({ event }) => (event === bad ? failure : ok);
  await work();
  while ((await stateOf()).waiting > 0) {
    await workWhenDue();
    await happen();
    await work();
  }
  expect(await stateOf()).toMatchObject({ disabledAt: null, failingSince: null });
  expect(outcomes.filter((outcome) => outcome === 'given-up')).toHaveLength(1);
  expect(logged.at(-1)).toMatchObject({ event: 'webhook-given-up', eventId: bad });
});

it('the webhook sender immediately disables an endpoint that returns 410', async () => {
  answer = () => ({ outcome: 'gone', status: 410 });
  await happen();
  await work();
  expect(await stateOf()).toMatchObject({ disabledBecause: 'gone', waiting: 1 });
  expect(outcomes).toEqual(['gone']);
});

it('the webhook sender drops waiting events that are older than 30 days', async () => {
  answer = () => failure;
  await happen();
  await work();
  await clock.advance(29 * dayMs);
  const recent = await happen();
  await work();
  await operator.run('webhooks', 'enable', endpoint);
  await clock.advance(dayMs + 1);
  await tendEvents(database);
  expect(await stateOf()).toMatchObject({ disabledAt: null, waiting: 1 });
  answer = () => ok;
  sent = [];
  await operator.run('webhooks', 'enable', endpoint);
  await work();
  expect(sentEvents()).toEqual([recent]);
});

it('two processes’ webhook senders together send each event once', async () => {
  const events: string[] = [];
  for (let count = 0; count < 30; count += 1) events.push(await happen());
  const other = createSender();
  await Promise.all([sender.work(), other.work(), sender.work(), other.work()]);
  await Promise.all([sender.idle(), other.idle()]);
  expect(sentEvents().toSorted()).toEqual(events);
});

it('the webhook sender resends an event if a process ended before it recorded the response', async () => {
  const event = await happen();
  answer = () => undefined;
  await sender.work();
  await sender.close(0);
  expect(sentEvents()).toEqual([event]);
  sender = createSender();
  answer = () => ok;
  await clock.advance(leaseMs - 1);
  await work();
  expect(sentEvents()).toEqual([event]);
  await clock.advance(1);
  await work();
  expect(sentEvents()).toEqual([event, event]);
  expect(await stateOf()).toMatchObject({ waiting: 0, failingSince: null });
});

it('an unresponsive endpoint has a limit of deliveries in flight and does not delay other endpoints', async () => {
  const warn = vi.fn();
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  for (const slow of ['https://slow.example/', 'https://slower.example/'])
    await addEndpoint(database, slow, createWebhookSecret());
  answer = (one) => (one.url === url ? ok : undefined);
  for (let count = 0; count < 20; count += 1) await happen();
  await sender.work();
  await expect.poll(async () => (await stateOf()).waiting).toBe(0);
  expect(sent.filter((one) => one.url !== url)).toHaveLength(2 * 8);
  expect(warn).not.toHaveBeenCalled();
});

it('a webhook endpoint’s queue of waiting events is limited', async () => {
  for (let count = 0; count < 5; count += 1) await happen();
  await database.query('select publish_events(100)');
  const queue = () => database.query('select queue_deliveries(2, 3) as more');
  expect([await queue(), await queue()]).toEqual([[{ more: true }], [{ more: true }]]);
  expect(await stateOf()).toMatchObject({ waiting: 4 });
  expect(await queue()).toEqual([{ more: false }]);
  await work();
  expect(sent).toHaveLength(5);
});
