import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable } from '#server/store/database/database.ts';
import { createExposition } from '#server/store/metrics/prometheus.ts';
import { serveMetrics } from '#server/store/metrics/serve.ts';
import { openCase } from '#server/store/payments/open-cases.ts';
import { saveCard } from '../support/card-payments.ts';
import { silentLog } from '../support/logs.ts';
import type { SaleBehavior } from '../support/odd-gateway.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { type StoreUnderTest, startStoreUnderTest } from '../support/store-under-test.ts';

const log = silentLog;
let exposition: ReturnType<typeof createExposition>;
let store: StoreUnderTest;
let customerId: string;

const start = async () => {
  exposition = createExposition();
  store = await startStoreUnderTest({}, { meter: exposition.meter });
  customerId = await store.newCustomer();
};
const stop = () => store.close();

const buy = async (behavior: SaleBehavior): Promise<string> => {
  const attemptId = crypto.randomUUID();
  store.gateway.behavior = behavior;
  await pay(store, customerId, paymentRequest(), attemptId);
  return attemptId;
};

const scrape = async (database: Queryable = store.database, path = '/metrics') => {
  const connections = () => ({ total: 3, idle: 1, waiting: 2, max: 10 });
  const sources = { exposition, database, connections, readiness: store.readiness, log, isTopUpOn: true };
  const listener = await serveMetrics(sources, { port: 0, host: '127.0.0.1' });
  const reply = await fetch(`http://127.0.0.1:${listener.port}${path}`);
  const text = await reply.text();
  await listener.close(Promise.resolve(), 0);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { status: reply.status, text, samples: new Map(samples.map(sampleOf)) };
};
const sampleOf = (line: string): [string, number] => {
  const end = line.lastIndexOf(' ');
  return [line.slice(0, end), Number(line.slice(end + 1))];
};

describe('a store that has just started', () => {
  beforeEach(start, 60_000);
  afterEach(stop);

  it('counts purchases by outcome, requests by route, and requests to the gateway', async () => {
    await buy('charge');
    await buy({ refuseWith: 202 });
    await buy({ refuseWith: 460 });
    store.gateway.records = 'lagging';
    await buy('charge, then cut the connection');

    const { samples, text } = await scrape();
    const outcomes = ['approved', 'declined', 'not-set-up', 'unknown', 'turned-down'].map((outcome) =>
      samples.get(`coffer_purchases_total{outcome="${outcome}"}`),
    );
    expect(outcomes).toEqual([1, 1, 1, 1, 0]);
    const requests = (status: string) =>
      samples.get(
        `coffer_http_request_duration_seconds_count{route="/api/checkout/process-payment-token",method="POST",status="${status}"}`,
      );
    expect([requests('2xx'), requests('4xx'), requests('5xx')]).toEqual([1, 2, 1]);
    const sales = (result: string) =>
      samples.get(`coffer_gateway_request_duration_seconds_count{operation="sale",result="${result}"}`);
    expect([sales('answered'), sales('failed')]).toEqual([3, 1]);
    const ended = (labels: string) =>
      samples.get(`coffer_attempts_ended_total{${labels},decided_by="gateway",cause="attempt"}`);
    expect([ended('status="completed"'), ended('status="failed"')]).toEqual([1, 2]);
    expect(text).not.toContain(customerId);
  });

  it('reports what is open and for how long, and when it has ended', async () => {
    store.gateway.records = 'lagging';
    await buy('charge, then cut the connection');
    await store.clock.advance(90_000);
    const before = await scrape();
    expect(before.samples.get('coffer_open_attempts{state="sending"}')).toBe(1);
    expect(before.samples.get('coffer_oldest_open_attempt_age_seconds')).toBe(90);
    expect(before.samples.get('coffer_open_cases{kind="outcome-unknown"}')).toBe(0);

    store.gateway.records = 'true';
    await store.recovery.sweep('all');
    const after = await scrape();
    expect(after.samples.get('coffer_open_attempts{state="sending"}')).toBe(0);
    expect(after.samples.get('coffer_oldest_open_attempt_age_seconds')).toBe(0);
    expect(
      after.samples.get(
        'coffer_attempts_ended_total{status="completed",decided_by="gateway",cause="records"}',
      ),
    ).toBe(1);
    expect(
      after.samples.get('coffer_gateway_request_duration_seconds_count{operation="query",result="answered"}'),
    ).toBe(1);
  });

  it('counts an attempt that fails at its deadline', async () => {
    await buy('answer 429');
    await store.clock.advance(120_000);
    await store.recovery.sweep('all');
    const { samples } = await scrape();
    expect(samples.get('coffer_purchases_total{outcome="unsent"}')).toBe(1);
    expect(
      samples.get('coffer_gateway_request_duration_seconds_count{operation="sale",result="failed"}'),
    ).toBe(1);
    expect(
      samples.get('coffer_attempts_ended_total{status="failed",decided_by="deadline",cause="attempt"}'),
    ).toBe(1);
  });

  it('counts an attempt with a case as a case', async () => {
    store.gateway.records = 'lagging';
    const attemptId = await buy('charge, then cut the connection');
    await store.clock.advance(60_000);
    const parts = { database: store.database, log };
    await openCase(parts, {
      kind: 'outcome-unknown',
      reference: attemptId,
      customerId,
      attemptId,
      evidence: {},
    });
    await store.clock.advance(30_000);
    const { samples } = await scrape();
    expect(samples.get('coffer_open_attempts{state="sending"}')).toBe(1);
    expect(samples.get('coffer_oldest_open_attempt_age_seconds')).toBe(0);
    expect(samples.get('coffer_open_cases{kind="outcome-unknown"}')).toBe(1);
    expect(samples.get('coffer_oldest_open_case_age_seconds')).toBe(30);

    await buy('charge, then cut the connection');
    await store.clock.advance(15_000);
    const later = (await scrape()).samples;
    expect(later.get('coffer_open_attempts{state="sending"}')).toBe(2);
    expect(later.get('coffer_oldest_open_attempt_age_seconds')).toBe(15);
  });
});

describe('a store after some time', () => {
  beforeAll(start, 60_000);
  afterAll(stop);

  it('counts an attempt once, even if it is refunded later', async () => {
    store.gateway.records = 'true';
    const attemptId = await buy('charge');
    const endedOf = async () => {
      const { samples } = await scrape();
      return [...samples].filter(([name]) => name.startsWith('coffer_attempts_ended_total'));
    };
    const before = await endedOf();
    await store.gateway.refund(attemptId);
    expect(await store.recovery.recheck(attemptId, 'records')).toMatchObject({ moved: true });
    expect(await endedOf()).toEqual(before);
  });

  it('reports cards that the gateway has not deleted', async () => {
    const { id } = await saveCard(store, customerId);
    store.gateway.vault = 'failing';
    await store.call(`/api/cards/${id}`, { method: 'DELETE', as: customerId });
    await store.clock.advance(45_000);
    const { samples } = await scrape();
    expect(samples.get('coffer_open_cards{state="removing"}')).toBe(1);
    expect(samples.get('coffer_open_cards{state="saving"}')).toBe(0);
    expect(samples.get('coffer_oldest_open_card_age_seconds')).toBe(45);
  });

  it('reports refunds that the records do not show', async () => {
    const attemptId = await buy('charge');
    await store.database.query(
      `insert into refund_requests
         (customer_id, refund_id, attempt_id, kind, amount_cents, references_before, state, requested_by, requested_at)
       values ($1, $2, $3, 'refund', 1000, '{}', 'unknown', 'grace', store_now())`,
      [customerId, crypto.randomUUID(), attemptId],
    );
    await store.clock.advance(45_000);
    const { samples } = await scrape();
    expect(samples.get('coffer_open_refunds{state="unknown"}')).toBe(1);
    expect(samples.get('coffer_open_refunds{state="approved"}')).toBe(0);
    expect(samples.get('coffer_oldest_open_refund_age_seconds')).toBe(45);
  });

  it('reports when declined cards have paused purchases, and when the pause ends', async () => {
    const isPaused = async () => (await scrape()).samples.get('coffer_purchases_paused');
    expect(await isPaused()).toBe(0);
    await store.database.query("update decline_brake set on_until = store_now() + interval '1 minute'");
    expect(await isPaused()).toBe(1);
    await store.clock.advance(60_000);
    expect(await isPaused()).toBe(0);
  });

  it('reports the process: its connections, its event loop, its version, and that it is ready', async () => {
    const { samples } = await scrape();
    expect(samples.get('coffer_database_connections{state="busy"}')).toBe(2);
    expect(samples.get('coffer_database_connections_max')).toBe(10);
    expect(samples.get('coffer_database_waiting')).toBe(2);
    expect(samples.get('coffer_ready')).toBe(1);
    expect(samples.get('coffer_build_info{version="source"}')).toBe(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  it('answers without its database, and then has no old values', async () => {
    await buy('charge');
    const { status, samples } = await scrape({ query: () => Promise.reject(new Error('refused')) });
    expect(status).toBe(200);
    expect(samples.get('coffer_scrape_errors')).toBe(1);
    expect([...samples.keys()].filter((name) => /^coffer_(open|oldest|purchases_paused)/.test(name))).toEqual(
      [],
    );
    expect(samples.get('coffer_purchases_total{outcome="approved"}')).toBeGreaterThan(0);
    expect((await scrape()).samples.get('coffer_scrape_errors')).toBe(0);
  });

  it('has nothing at another address', async () => {
    expect(await scrape(store.database, '/')).toMatchObject({ status: 404 });
  });
});
