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

const sampleOf = (line: string): [string, number] => {
  const end = line.lastIndexOf(' ');
  return [line.slice(0, end), Number(line.slice(end + 1))];
};
const scrape = async (database: Queryable = store.database, path = '/metrics') => {
  const connections = () => ({ total: 3, idle: 1, waiting: 2, max: 10 });
  const parts = { database: { ...database, connections }, readiness: store.readiness, log: silentLog };
  const sources = { exposition, ...parts, isTopUpOn: true };
  const listener = await serveMetrics(sources, { port: 0, host: '127.0.0.1' });
  const reply = await fetch(`http://127.0.0.1:${listener.port}${path}`);
  const text = await reply.text();
  await listener.close(Promise.resolve(), 0);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { status: reply.status, text, samples: Object.fromEntries(samples.map(sampleOf)) };
};
const expectSamples = async (expected: Record<string, number>) =>
  expect((await scrape()).samples).toMatchObject(expected);

describe('the metrics of a new store', () => {
  beforeEach(start, 60_000);
  afterEach(stop);

  it('count purchases by outcome, requests by route and gateway requests by operation', async () => {
    await buy('charge');
    await buy({ refuseWith: 202 });
    await buy({ refuseWith: 460 });
    store.gateway.records = 'lagging';
    await buy('charge, then cut the connection');

    const payments = 'route="/api/checkout/process-payment-token",method="POST"';
    const ended = 'decided_by="gateway",cause="attempt"';
    await expectSamples({
      'coffer_purchases_total{outcome="approved"}': 1,
      'coffer_purchases_total{outcome="declined"}': 1,
      'coffer_purchases_total{outcome="not-set-up"}': 1,
      'coffer_purchases_total{outcome="unknown"}': 1,
      'coffer_purchases_total{outcome="turned-down"}': 0,
      [`coffer_http_request_duration_seconds_count{${payments},status="2xx"}`]: 1,
      [`coffer_http_request_duration_seconds_count{${payments},status="4xx"}`]: 2,
      [`coffer_http_request_duration_seconds_count{${payments},status="5xx"}`]: 1,
      'coffer_gateway_request_duration_seconds_count{operation="sale",result="answered"}': 3,
      'coffer_gateway_request_duration_seconds_count{operation="sale",result="failed"}': 1,
      [`coffer_attempts_ended_total{status="completed",${ended}}`]: 1,
      [`coffer_attempts_ended_total{status="failed",${ended}}`]: 2,
    });
    expect((await scrape()).text).not.toContain(customerId);
  });

  it('report open attempts and the oldest attempt’s age until they are settled', async () => {
    store.gateway.records = 'lagging';
    await buy('charge, then cut the connection');
    await store.clock.advance(90_000);
    await expectSamples({
      'coffer_open_attempts{state="sending"}': 1,
      coffer_oldest_open_attempt_age_seconds: 90,
      'coffer_open_cases{kind="outcome-unknown"}': 0,
    });

    store.gateway.records = 'true';
    await store.recovery.sweep('all');
    await expectSamples({
      'coffer_open_attempts{state="sending"}': 0,
      coffer_oldest_open_attempt_age_seconds: 0,
      'coffer_attempts_ended_total{status="completed",decided_by="gateway",cause="records"}': 1,
      'coffer_gateway_request_duration_seconds_count{operation="query",result="answered"}': 1,
    });
  });

  it('count an attempt that fails at its deadline', async () => {
    await buy('answer 429');
    await store.clock.advance(120_000);
    await store.recovery.sweep('all');
    await expectSamples({
      'coffer_purchases_total{outcome="unsent"}': 1,
      'coffer_gateway_request_duration_seconds_count{operation="sale",result="failed"}': 1,
      'coffer_attempts_ended_total{status="failed",decided_by="deadline",cause="attempt"}': 1,
    });
  });

  it('exclude attempts with a case from the age of the oldest open attempt', async () => {
    store.gateway.records = 'lagging';
    const attemptId = await buy('charge, then cut the connection');
    await store.clock.advance(60_000);
    const found = { reference: attemptId, customerId, attemptId, evidence: {} };
    await openCase({ database: store.database, log: silentLog }, { kind: 'outcome-unknown', ...found });
    await store.clock.advance(30_000);
    await expectSamples({
      'coffer_open_attempts{state="sending"}': 1,
      coffer_oldest_open_attempt_age_seconds: 0,
      'coffer_open_cases{kind="outcome-unknown"}': 1,
      coffer_oldest_open_case_age_seconds: 30,
    });

    await buy('charge, then cut the connection');
    await store.clock.advance(15_000);
    await expectSamples({
      'coffer_open_attempts{state="sending"}': 2,
      coffer_oldest_open_attempt_age_seconds: 15,
    });
  });
});

describe('the metrics of a running store', () => {
  beforeAll(start, 60_000);
  afterAll(stop);

  it('count an attempt once even if it is refunded later', async () => {
    store.gateway.records = 'true';
    const attemptId = await buy('charge');
    const ended = async () => {
      const { samples } = await scrape();
      return Object.entries(samples).filter(([name]) => name.startsWith('coffer_attempts_ended_total'));
    };
    const before = await ended();
    await store.gateway.refund(attemptId);
    expect(await store.recovery.recheck(attemptId, 'records')).toMatchObject({ moved: true });
    expect(await ended()).toEqual(before);
  });

  it('report undeleted cards and refunds that the gateway’s records do not show', async () => {
    const attemptId = await buy('charge');
    const { id } = await saveCard(store, customerId);
    store.gateway.vault = 'failing';
    await store.call(`/api/cards/${id}`, { method: 'DELETE', as: customerId });
    await store.database.query(
      `insert into refund_requests
         (customer_id, refund_id, attempt_id, kind, amount_cents, references_before, state, requested_by, requested_at)
       values ($1, $2, $3, 'refund', 1000, '{}', 'unknown', 'grace', store_now())`,
      [customerId, crypto.randomUUID(), attemptId],
    );
    await store.clock.advance(45_000);
    await expectSamples({
      'coffer_open_cards{state="removing"}': 1,
      'coffer_open_cards{state="saving"}': 0,
      coffer_oldest_open_card_age_seconds: 45,
      'coffer_open_refunds{state="unknown"}': 1,
      'coffer_open_refunds{state="approved"}': 0,
      coffer_oldest_open_refund_age_seconds: 45,
    });
  });

  it('report whether declines have paused purchases', async () => {
    await expectSamples({ coffer_purchases_paused: 0 });
    await store.database.query("update decline_brake set on_until = store_now() + interval '1 minute'");
    await expectSamples({ coffer_purchases_paused: 1 });
    await store.clock.advance(60_000);
    await expectSamples({ coffer_purchases_paused: 0 });
  });

  it('report the process’s connections, event loop, version and readiness', async () => {
    await expectSamples({
      'coffer_database_connections{state="busy"}': 2,
      coffer_database_connections_max: 10,
      coffer_database_waiting: 2,
      coffer_ready: 1,
      'coffer_build_info{version="source"}': 1,
      process_resident_memory_bytes: expect.any(Number),
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
    });
  });

  it('are served without stale values if the database is unavailable', async () => {
    await buy('charge');
    const { status, samples } = await scrape({ query: () => Promise.reject(new Error('refused')) });
    expect(status).toBe(200);
    expect(samples).toMatchObject({ coffer_scrape_errors: 1 });
    expect(samples['coffer_purchases_total{outcome="approved"}']).toBeGreaterThan(0);
    const open = Object.keys(samples).filter((name) => /^coffer_(open|oldest|purchases_paused)/.test(name));
    expect(open).toEqual([]);
    await expectSamples({ coffer_scrape_errors: 0 });
  });

  it('are served only at /metrics', async () => {
    expect(await scrape(store.database, '/')).toMatchObject({ status: 404 });
  });
});
