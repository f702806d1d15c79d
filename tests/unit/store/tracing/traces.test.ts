import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TracingConfig } from '#server/store/config/config.ts';
import { createLog } from '#server/store/logging/logging.ts';
import { type OpenTelemetry, startOpenTelemetry } from '#server/store/tracing/open-telemetry.ts';
import { summarize } from '#server/store/tracing/statements.ts';
import type { Tracing } from '#server/store/tracing/tracing.ts';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';
import { startCollector } from '../support/collector.ts';
import { createMerchant } from '../support/merchant.ts';
import { billingAddress, pay, paymentRequest } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';

/** Export delay in ms, longer than any test, so that spans are sent only when a test ends. */
const never = '600000';
const endMs = 20_000;

let collector = await startCollector();
let telemetry: OpenTelemetry;
let failures: (string | null)[];

const tracing: Tracing = {
  span: (...given) => telemetry.span(...given),
  setAttributes: (...given) => telemetry.setAttributes(...given),
  isWithinSpan: () => telemetry.isWithinSpan(),
  traceParent: () => telemetry.traceParent(),
};

const begin = async (
  changes: Record<string, string> = {},
  config: TracingConfig = { protocol: 'http/json', headers: undefined },
): Promise<void> => {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'coffer-tests',
    OTEL_BSP_SCHEDULE_DELAY: never,
    ...changes,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  telemetry = startOpenTelemetry(config, (failure) => failures.push(failure));
  vi.unstubAllEnvs();
};

const end = () => telemetry.close(endMs);

const spanNamed = (name: string) =>
  collector.spans().find((span) => span.name === name) ?? expect.fail(`There is no span ${name}.`);

const environment = { ALLOWED_HOSTS: '', GATEWAY_SECURITY_KEY: 'canary-gateway-key' };
const store = await storeOfFile(environment, { tracing });
await begin();
const customerId = await store.newCustomer();
await end();
await collector.close();

beforeEach(async () => {
  failures = [];
  collector = await startCollector();
});
afterEach(async () => {
  await telemetry.close(0);
  await collector.close();
});

const payment = 'POST /api/checkout/process-payment-token';

describe('a trace', () => {
  it('continues the caller’s trace and includes a purchase’s SQL and gateway requests', async () => {
    await begin();
    const attemptId = crypto.randomUUID();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { status } = await pay(store, customerId, paymentRequest(), attemptId, { traceparent });
    expect(status).toBe(200);
    await end();

    const request = spanNamed(payment);
    expect(request).toMatchObject({
      kind: 2,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/checkout/process-payment-token',
        'http.response.status_code': 200,
        'coffer.attempt.id': attemptId,
        'coffer.sale.outcome': 'approved',
      },
    });
    const within = (name: string) =>
      expect(spanNamed(name), name).toMatchObject({ parentSpanId: request.spanId });
    for (const name of ['SELECT open_purchases', 'POST /api/transact.php', 'SELECT settle_purchases'])
      within(name);
    const answered = { 'coffer.gateway.operation': 'sale', 'http.response.status_code': 200 };
    expect(spanNamed('POST /api/transact.php').attributes).toMatchObject(answered);
    expect(collector.resources()[0]).toMatchObject({ 'service.name': 'coffer-tests' });
  });

  it('links a recovery lookup to the request that lost its outcome', async () => {
    await begin();
    store.gateway.records = 'lagging';
    store.gateway.behavior = 'charge, then cut the connection';
    const attemptId = crypto.randomUUID();
    await pay(store, customerId, paymentRequest(), attemptId);
    store.gateway.records = 'true';
    expect(await store.recovery.sweep('all')).toBe(1);
    await end();

    const request = spanNamed(payment);
    expect(request).toMatchObject({ attributes: { 'error.type': '502' }, status: { code: 2 } });
    expect(spanNamed('POST /api/transact.php').attributes).toHaveProperty('error.type');
    const sweep = spanNamed('sweep attempts');
    expect(sweep.traceId).not.toBe(request.traceId);
    expect(spanNamed('look up attempt')).toMatchObject({
      parentSpanId: sweep.spanId,
      attributes: { 'coffer.attempt.id': attemptId, 'coffer.attempt.status': 'settled' },
      links: [{ traceId: request.traceId, spanId: request.spanId }],
    });
  });

  it('has the service name coffer-store by default', async () => {
    await begin({ OTEL_SERVICE_NAME: '' });
    await telemetry.span({ name: 'work' }, async () => undefined);
    await end();
    expect(collector.resources()).toMatchObject([{ 'service.name': 'coffer-store' }]);
  });

  it('is not recorded for empty lookups and probes', async () => {
    await begin();
    await store.recovery.sweep('due');
    await store.events.work();
    await store.call('/readyz');
    await end();
    expect(collector.spans()).toEqual([]);
  });

  it('has the name or code of an error, but not its message', async () => {
    await begin();
    const work = (error: Error) => telemetry.span({ name: error.name }, () => Promise.reject(error));
    await expect(work(new RangeError('canary'))).rejects.toThrow('canary');
    await expect(work(Object.assign(new Error('canary'), { code: '23505' }))).rejects.toThrow('canary');
    await end();
    expect(spanNamed('RangeError')).toMatchObject({ attributes: { 'error.type': 'RangeError' } });
    expect(spanNamed('Error')).toMatchObject({ attributes: { 'error.type': '23505' }, status: { code: 2 } });
    expect(collector.everything()).not.toContain('canary');
  });
});

it.each(['http/json', 'http/protobuf'] as const)('traces over %s omit private data', async (protocol) => {
  await begin({}, { protocol, headers: 'x-api-key=of%20the%20collector' });
  const canary = 'canary7f3a';
  const buyer = `${canary}-sub`;
  const email = `${canary}@example.com`;
  const names = { given_name: canary, family_name: canary, phone_number: canary };
  store.pool.attributes.set(buyer, { email, ...names });
  const headers = {
    'X-Forwarded-For': '203.0.113.77',
    'User-Agent': canary,
    Cookie: canary,
    tracestate: `c=${canary}`,
  };
  const texts = Object.fromEntries(Object.keys(billingAddress).map((name) => [name, canary]));
  const { state, zip, country, phone } = { ...billingAddress, state: 'IL' };
  const billing_address = { ...billingAddress, ...texts, state, zip, country, phone };
  const buy = (product_id = 'plus-1200') => {
    const payment_token = `${canary}-${crypto.randomUUID()}`;
    const body = paymentRequest({ product_id, payment_token, billing_address });
    return pay(store, buyer, body, crypto.randomUUID(), headers);
  };

  await store.call('/api/auth/profile', { as: buyer, headers });
  const statuses: number[] = [];
  const note = async (sent: Promise<{ readonly status: number }>) => void statuses.push((await sent).status);
  await note(buy());
  store.gateway.behavior = { refuseWith: 202, text: `NO ${canary}` };
  await note(buy());
  await note(buy(canary));
  store.gateway.behavior = 'charge, then answer HTML';
  await note(buy());
  await store.recovery.sweep('all');
  await note(store.call('/api/credits/balance', { as: store.pool.unsignedToken(buyer) }));
  await note(store.call(`/api/transactions/history?status=${canary}`, { as: buyer }));
  await note(store.call(`/api/${canary}?email=${email}`, { as: buyer, headers }));
  await note(store.call('/webhooks/gateway', { method: 'POST', body: { [canary]: canary } }));
  const merchant = await createMerchant(store);
  const spend = { customer_id: buyer, credits: 1, reference: canary, description: canary };
  await note(merchant.put(`/spends/${crypto.randomUUID()}`, spend));
  await note(merchant.get(`/customers/${buyer}`));
  await note(merchant.get(`/customers?email=${email}`));
  expect(statuses).toEqual([200, 402, 404, 502, 401, 400, 404, 401, 201, 200, 200]);
  await end();

  const everything = collector.everything();
  expect(everything).toContain(payment);
  expect(everything).toContain('of the collector');
  expect(everything).toContain('PUT /v1/spends/:id');
  const secrets = ['203.0.113.77', 'canary-gateway-key', 'plus-1200', 'eyJhbGciOi', 'coffer_key_'];
  for (const secret of [canary, ...secrets]) expect(everything, secret).not.toContain(secret);
});

describe('does not delay purchases if the collector’s behavior is "%s"', () => {
  it.each(['hang', 'refuse'] as const)('does not delay purchases if it is set to %s', async (behavior) => {
    const slow = { OTEL_BSP_MAX_QUEUE_SIZE: '8', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
    await begin({ OTEL_BSP_SCHEDULE_DELAY: '1', ...slow });
    collector.behavior = behavior;
    // These purchases create more spans than the queue can hold.
    for (let bought = 0; bought < 5; bought += 1)
      expect(await pay(store, customerId, paymentRequest())).toMatchObject({ status: 200 });
    await telemetry.close(0);
  });

  it('is reported once when it fails and once when it recovers', async () => {
    collector.behavior = 'refuse';
    await begin({ OTEL_BSP_SCHEDULE_DELAY: '1' });
    await store.call('/api/credits/balance', { as: customerId });
    await expect.poll(() => failures.length).toBe(1);
    const arrived = collector.spans().length;
    await store.call('/api/credits/balance', { as: customerId });
    await expect.poll(() => collector.spans().length).toBeGreaterThan(arrived);
    collector.behavior = 'take';
    await store.call('/api/credits/balance', { as: customerId });
    await expect.poll(() => failures.at(-1)).toBeNull();
    expect(failures).toEqual([expect.stringMatching(/^\w+ 400$/), null]);
  });
});

it('log lines have the ids of the surrounding span, if any', async () => {
  await begin();
  const directory = await makeDirectory();
  const path = join(directory, 'log');
  const file = openSync(path, 'w');
  const log = createLog('info', file, telemetry.logIds);
  log.info({ event: 'before' });
  await telemetry.span({ name: 'work' }, async () => log.info({ event: 'within' }));
  const lines = async () => (await readFile(path, 'utf8')).trim().split('\n');
  await expect.poll(async () => (await lines()).length).toBe(2);
  const [before, within] = (await lines()).map((line): unknown => JSON.parse(line));
  closeSync(file);
  await end();
  const { traceId, spanId } = spanNamed('work');
  expect(within).toMatchObject({ event: 'within', trace_id: traceId, span_id: spanId });
  expect(before).not.toHaveProperty('trace_id');
});

it.each([
  ['select * from open_purchase($1, $2)', 'SELECT open_purchase'],
  ['select r.* from unnest($1::text[]) calls (a) join open_purchase(a) r on true', 'SELECT open_purchase'],
  ['select withdraw_purchase($1) as outcome', 'SELECT withdraw_purchase'],
  ["\n  update holds held set a = 'x' from (select b from other) due", 'UPDATE holds'],
  ['insert into gateway_events (event_id) values ($1)', 'INSERT gateway_events'],
  ["delete from declines where declined_at < now() - interval '2 days'", 'DELETE declines'],
  ['select 1', 'SELECT'],
])('traces report the statement %j as %s', (sql, summary) => {
  expect(summarize(sql)).toBe(summary);
});
