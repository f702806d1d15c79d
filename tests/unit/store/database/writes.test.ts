import { expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { createDatabaseWrites } from '#server/store/database/writes.ts';
import { createRecordingLog } from '../support/logs.ts';
import { createMerchant } from '../support/merchant.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectBooksToBalance, startAnother, storeOfFile } from '../support/store-under-test.ts';
import { diskFull, failing } from '../support/test-database.ts';

const store = await storeOfFile();

const watch = (log = createRecordingLog([])) => {
  const faults = new Map<string, Error>();
  const clock = { now: 0 };
  const writes = createDatabaseWrites(failing(store.database, faults), log, () => clock.now);
  return { faults, clock, writes, fail: () => expect(writes.database.query('select 1')).rejects.toThrow() };
};

it('after a sale that a full disk left unsettled, nothing is charged until there is space', async () => {
  const customer = await store.newCustomer();
  const faults = new Map([
    ['settle_purchases', diskFull],
    ['work_mem', diskFull],
  ]);
  const full = await startAnother(store, {}, { database: failing(store.database, faults) });
  const key = crypto.randomUUID();
  expect(await pay(full, customer, paymentRequest(), key)).toMatchObject({ status: 502 });
  expect(store.gateway.charges).toHaveLength(1);

  const refused = await pay(full, customer, paymentRequest(), crypto.randomUUID());
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect(await full.call('/readyz')).toMatchObject({
    status: 503,
    body: { reason: 'database-writes', detail: expect.stringContaining('53100') },
  });
  expect((await full.call('/api/credits/balance', { as: customer })).status).toBe(200);

  faults.clear();
  await expect.poll(() => full.writes.check(), { timeout: 5_000 }).toBeUndefined();
  await full.recovery.sweep('all');
  expect((await pay(full, customer, paymentRequest(), crypto.randomUUID())).status).toBe(200);
  expect(store.gateway.charges.map(({ orderId }) => orderId)).toContain(key);
  expect((await full.call(`/api/checkout/attempts/${key}`, { as: customer })).body).toMatchObject({
    state: 'completed',
  });
  await expectBooksToBalance(store.database);
});

it.each(['53000', '53100', '53200', '53300', '58030', '25006', '57P03'])(
  'a call to /v1 gets 503 with Retry-After after error %s',
  async (code) => {
    const faults = new Map([['call_credits', Object.assign(new Error('x'), { severity: 'ERROR', code })]]);
    const full = await startAnother(store, {}, { database: failing(store.database, faults) });
    const merchant = await createMerchant(full);
    const spend = { customer_id: crypto.randomUUID(), credits: 1 };
    const { status, headers } = await merchant.put(`/spends/${crypto.randomUUID()}`, spend);
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
  },
);

it('a store that starts on a full disk cannot write', async () => {
  const { faults, writes } = watch();
  faults.set('work_mem', diskFull);
  expect([await writes.check(), await writes.maySell()]).toEqual(['53100', false]);
});

it('without a failure, only a probe that finds a read-only database ends sales', async () => {
  const { faults, clock, writes } = watch();
  expect([await writes.check(), await writes.maySell()]).toEqual([undefined, true]);
  const readOnly: Database = { ...store.database, query: async <Row>() => [{ isReadOnly: true }] as Row[] };
  const another = createDatabaseWrites(readOnly, createRecordingLog([]));
  expect([await another.check(), await another.maySell()]).toEqual(['25006', false]);

  clock.now += 4_000;
  faults.set('pg_export_snapshot', diskFull);
  expect([await writes.maySell(), await writes.check(), await writes.maySell()]).toEqual([
    true,
    '53100',
    false,
  ]);
});

it('after a failure, sales begin again once a probe succeeds, at most once a second', async () => {
  const lines: { event: string }[] = [];
  const { faults, clock, writes, fail } = watch(createRecordingLog(lines));
  faults.set('select 1', diskFull);
  faults.set('work_mem', diskFull);
  await fail();
  await fail();
  expect(await writes.maySell()).toBe(false);
  faults.delete('work_mem');
  expect(await writes.maySell()).toBe(false);
  clock.now += 1_000;
  expect(await writes.maySell()).toBe(true);
  expect(lines.map(({ event }) => event)).toEqual(['database-cannot-write', 'database-writes-again']);
});

it('a failure during a probe, or a server that cannot be reached, keeps sales from beginning', async () => {
  const { faults, clock, writes, fail } = watch();
  faults.set('select 1', diskFull);
  await Promise.all([writes.check(), fail()]);
  expect(await writes.maySell()).toBe(false);
  clock.now += 1_000;
  faults.set('work_mem', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
  expect(await writes.maySell()).toBe(false);
  clock.now += 1_000;
  // Some managed servers may refuse the probe.
  faults.set('work_mem', Object.assign(new Error('x'), { code: '42501' }));
  expect(await writes.maySell()).toBe(true);
});
