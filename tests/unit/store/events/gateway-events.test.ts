import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOpenCases } from '#server/store/payments/open-cases.ts';
import { createOperator } from '../support/operator.ts';
import { readLedger } from '../support/payment-requests.ts';
import {
  buyAtLocalGateway,
  type StoreAtLocalGateway,
  storeAtLocalGateway,
} from '../support/store-at-local-gateway.ts';
import { postGatewayEvent } from '../support/store-under-test.ts';

const hourMs = 3_600_000;
let customer: string;
let key: string;
let recordsFail = false;
const { local, store }: StoreAtLocalGateway = await storeAtLocalGateway({
  clock: () => store.clock.now.getTime(),
  intercept(request) {
    if (recordsFail) request.socket.destroy();
    return recordsFail;
  },
});
beforeEach(async () => {
  customer = await store.newCustomer();
  key = randomUUID();
  expect((await buyAtLocalGateway({ local, store }, customer, { order: key })).status).toBe(200);
});

const send = async (body: string | Buffer) => (await postGatewayEvent(store, body)).status;
const tell = async (event_type: string, event_body: object, event_id: string | number = randomUUID()) => {
  expect(await send(JSON.stringify({ event_id, event_type, event_body }))).toBe(200);
  await store.events.work();
};
const later = async (ms: number) => {
  await store.clock.advance(ms);
  await store.events.work();
};
const transaction = async () => (await readLedger(store, customer))[0];
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
const saleId = () => local.gateway.sales().find(({ orderId }) => orderId === key)?.transactionId ?? '';
const cases = async () => (await listOpenCases(store.database)).filter((one) => !seen.has(one.caseId));
const seen = new Set<string>();
afterEach(async () => {
  for (const { caseId } of await listOpenCases(store.database)) seen.add(caseId);
});
const outcomes = () =>
  store.database.query<{ outcome: string | null }>('select outcome from gateway_events order by received_at');

describe('a refund', () => {
  it('is booked from a separate transaction that names the order', async () => {
    const refund = await local.gateway.refund(key, { shape: 'own-transaction', orderId: key });
    expect(refund).toMatchObject({ transactionId: expect.any(String) });
    const { transactionId } = refund as { transactionId: string };
    // IDs can be numbers. An event can omit the order if its transaction has one.
    await tell('transaction.refund.success', { order_id: '', transaction_id: Number(transactionId) });
    expect(await transaction()).toMatchObject({ status: 'refunded', reversals: [{ kind: 'refund' }] });
    expect(await cases()).toEqual([]);
  });

  it('opens a single case if it names no order', async () => {
    const refund = await local.gateway.refund(key, { shape: 'own-transaction', orderId: '' });
    const { transactionId } = refund as { transactionId: string };
    await tell('transaction.refund.success', { order_id: '', transaction_id: transactionId });
    await tell('transaction.refund.success', { order_id: '', transaction_id: transactionId });
    expect(await cases()).toMatchObject([
      { kind: 'refund-without-order', reference: transactionId, evidence: { givenBackCents: 1000 } },
    ]);
    expect(await transaction()).toMatchObject({ status: 'completed' });
  });

  it('is looked up until the gateway’s records show it, even if an equal refund is booked', async () => {
    await local.gateway.refund(key, { amountCents: 100 });
    const event = { order_id: key, transaction_id: saleId(), action: { amount: '-1.00' } };
    await tell('transaction.refund.success', event);
    expect(await balance()).toEqual({ balance: 1300 - 120 - 10 });
    local.gateway.records.delay({ orderId: key });
    await local.gateway.refund(key, { amountCents: 100 });
    await tell('transaction.refund.success', event);
    expect(await balance()).toEqual({ balance: 1300 - 120 - 10 });
    local.gateway.records.release(key);
    await later(2_000);
    expect(await balance()).toEqual({ balance: 1300 - 240 - 20 });
  });
});

describe('a reversal event', () => {
  it('removes all credits after a void that names only its transaction', async () => {
    await local.gateway.void(key);
    await tell('transaction.void.success', { transaction_id: saleId() });
    expect(await balance()).toEqual({ balance: 0 });
    expect(await transaction()).toMatchObject({ status: 'refunded', reversals: [{ kind: 'void' }] });
  });

  it.each(['return', 'latereturn'])('removes the credits and opens a case after a %s', async (type) => {
    await local.gateway.settle(key);
    await local.gateway.returnCharge(key);
    await tell(`transaction.check.status.${type}`, { order_id: key, transaction_id: saleId() });
    expect(await balance()).toEqual({ balance: 0 });
    const about = { attemptId: key, evidence: { givenBackCents: 1000 } };
    expect(await cases()).toMatchObject([{ kind: 'return', ...about }]);
  });

  it('opens one case for each chargeback in a batch of any size', async () => {
    const person = { date: '3/29/2020', customer_name: 'Ada King', cc_number: '4xxxxxxxxxxx1111' };
    const large = { amount: '10.00', reason: 'Fraud', memo: 'x'.repeat(400_000) };
    const chargeback = (id: number) => ({ id, ...person, ...large });
    const batch = { processor: 'ccprocessora', count: 2, chargebacks: [chargeback(1), chargeback(2)] };
    await tell('chargeback.batch.complete', batch, 77);
    expect(await cases()).toMatchObject([
      { kind: 'chargeback', reference: '1', evidence: { reason: 'Fraud', givenBackCents: 1000 } },
      { kind: 'chargeback', reference: '2', attemptId: null, customerId: null },
    ]);
    expect(await balance()).toEqual({ balance: 1300 });
    const bodyOf = 'select body::text from gateway_events where event_id = $1';
    const kept = await store.database.query(bodyOf, ['77']);
    expect(JSON.stringify(kept)).not.toMatch(/Ada|cc_number|xxxx/);
    expect(await send(JSON.stringify({ ...batch, filler: 'x'.repeat(300_000) }))).toBe(413);
  });
});

describe('the store', () => {
  it('accepts and ignores another shop’s events', async () => {
    const other = randomUUID();
    await tell('transaction.refund.success', { order_id: other, transaction_id: '1' });
    await tell('transaction.sale.success', { order_id: 'ORDER-17', transaction_id: '2' });
    await tell('settlement.batch.complete', { transaction_ids: ['1'] });
    const last = (await outcomes()).slice(-3).map(({ outcome }) => outcome);
    expect(last).toEqual(['not-ours', 'not-ours', 'ignored']);
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it('opens a case but books nothing if the gateway’s records never confirm an event', async () => {
    const id = randomUUID();
    await tell('transaction.refund.success', { order_id: key, action: { amount: '-10.00' } }, id);
    await later(71 * hourMs);
    expect(await cases()).toEqual([]);
    await later(2 * hourMs);
    expect(await cases()).toMatchObject([{ kind: 'event-unconfirmed', reference: id }]);
    expect(await balance()).toEqual({ balance: 1300 });
  });
});

const look = async () => store.changedRecords.look();

it('the hourly read of changed gateway records finds missed refunds and retries soon after a failure', async () => {
  await look();
  await local.gateway.refund(key, { amountCents: 500 });
  await look();
  expect(await balance()).toEqual({ balance: 1300 });
  await store.clock.advance(hourMs);
  // Make two concurrent calls, of which only one reads the records.
  await Promise.all([look(), look()]);
  expect(await balance()).toEqual({ balance: 650 });

  await local.gateway.refund(key, { amountCents: 500 });
  await store.clock.advance(hourMs);
  recordsFail = true;
  await expect(look()).rejects.toThrow();
  recordsFail = false;
  expect(await balance()).toEqual({ balance: 650 });
  await store.clock.advance(5 * 60_000);
  await look();
  expect(await balance()).toEqual({ balance: 0 });
});

describe('a signed event that no database can store unchanged', () => {
  const nul = String.raw`\u0000`;
  const half = String.raw`\ud800`;
  it.each<[string, string | Buffer]>([
    [
      'NUL in its ids',
      `{"event_id":"a${nul}","event_type":"x${nul}","event_body":{"order_id":"${nul}","transaction_id":"7${nul}"}}`,
    ],
    ['another id that cleaning would make equal', `{"event_id":"a${half}","event_type":"x"}`],
    [
      'half a surrogate pair in an action',
      `{"event_id":"b","event_type":"x","event_body":{"action":{"amount":"${half}","date":"${nul}"}}}`,
    ],
    [
      'Latin-1',
      Buffer.from('{"event_id":"c","event_type":"x","event_body":{"condition":"Zo\u00EB"}}', 'latin1'),
    ],
    ['a byte order mark', '\uFEFF{"event_id":"d","event_type":"x"}'],
    ['bytes that are not text', Buffer.from([0, 0xff, 0xc0, 0x80])],
    ['null instead of an object', 'null'],
    ['an object as its id', '{"event_id":{},"event_type":7,"event_body":"x"}'],
  ])('is stored once with %s', async (_, body) => {
    const count = async () => (await outcomes()).length;
    const before = await count();
    expect(await send(body)).toBe(200);
    expect(await send(body)).toBe(200);
    expect(await count()).toBe(before + 1);
    await store.events.work();
    expect((await outcomes()).at(-1)?.outcome).toBe('ignored');
  });

  it('opens a case for each chargeback, even without a valid id', async () => {
    const chargebacks = [null, { id: '' }, { id: '' }, { id: 'cb\0', amount: '10.00', reason: 'x\0\uD800' }];
    await tell('chargeback.batch.complete', { chargebacks });
    expect((await cases()).map(({ reference }) => reference)).toContain('cb\u{FFFD}');
    expect(await cases()).toHaveLength(4);
  });
});

describe('the card of a purchase', () => {
  const visa = { brand: 'visa', last4: '1111' };
  const look = async () => {
    await store.clock.advance(hourMs + 1000);
    await store.changedRecords.look();
  };

  it('is known after the sale event, or within an hour even after a refund', async () => {
    expect(await transaction()).toMatchObject({ status: 'completed', card: null });
    await tell('transaction.sale.success', { transaction_id: saleId(), order_id: key });
    expect(await transaction()).toMatchObject({ status: 'completed', card: visa });
    expect((await outcomes()).at(-1)).toEqual({ outcome: 'booked' });
    const other = randomUUID();
    await store.clock.advance(1000);
    await buyAtLocalGateway({ local, store }, customer, { order: other });
    await local.gateway.refund(other, { orderId: other });
    await look();
    expect(await transaction()).toMatchObject({ status: 'refunded', card: visa, refunded_display: '$10.00' });
  });

  it('is erased with the customer’s data and does not come back', async () => {
    await look();
    const operator = createOperator(store.database);
    const purchases = [{ cardBrand: 'visa', cardLast4: '1111' }];
    expect(await operator.json('export', customer)).toMatchObject({ purchases });
    expect((await operator.json('erase', customer, '--yes')).erased).toContain('card details');
    await tell('transaction.sale.success', { transaction_id: saleId(), order_id: key });
    await look();
    expect(await transaction()).toMatchObject({ status: 'completed', card: null });
    await store.clock.advance(1000);
    expect((await buyAtLocalGateway({ local, store }, customer)).status).toBe(200);
    await look();
    expect(await transaction()).toMatchObject({ card: visa });
  });
});
