import { beforeEach, describe, expect, it } from 'vitest';
import { maxReplyBytes, sendForm } from '#server/store/gateway/send-form.ts';
import { listOpenCases } from '#server/store/payments/open-cases.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { actionXml, transactionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const hourMs = 3_600_000;
let customer: string;
let key: string;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await store.newCustomer();
  key = crypto.randomUUID();
  expect(await pay(store, customer, paymentRequest(), key)).toMatchObject({ status: 200 });
  store.logged.length = 0;
});

const recordOfAll = (...transactions: string[]) => store.gateway.transactions.set('', transactions);
const dated = (action: string) => action.replace('<success>', '<date>20261120120000</date><success>');
/** Adds a refund that isn't in the books yet, and returns the charge's record. */
const refunded = () => {
  store.gateway.saleActions.set(key, [actionXml('refund', '-10.00')]);
  const actions = dated(actionXml('sale', '10.00')) + dated(actionXml('refund', '-10.00'));
  return transactionXml(key, store.gateway.transactionIdOf(key), 'complete', actions);
};

const odd = {
  'a refund of another shop, with an invalid amount': () =>
    transactionXml('', '8101', 'complete', dated(actionXml('refund', '1,234.56'))),
  'a refund of another order, with an invalid amount': () =>
    transactionXml(crypto.randomUUID(), '8102', 'complete', dated(actionXml('refund', ''))),
  'a refund without an order, of a date that no database can store': () =>
    transactionXml(
      '',
      '8105',
      'complete',
      actionXml('refund', '1.00').replace('<success>', '<date>2026\0</date><success>'),
    ),
  'a transaction of nothing': () => '<transaction/>',
  'a transaction of another form': () => '<transaction><order_id><id>1</id></order_id></transaction>',
  'an empty action': () => transactionXml('other-shop', '8103', 'complete', '<action/>'),
};

describe('reading the gateway’s records', () => {
  it.each(Object.entries(odd))('continues after %s', async (_, record) => {
    recordOfAll(record(), refunded());
    await store.clock.advance(hourMs + 1000);
    await store.changedRecords.look();
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 0 });
    expect(store.logged).toContainEqual(expect.objectContaining({ event: 'records-read', read: 2 }));
  });

  it('logs an odd record, which reconcile reports as a difference', async () => {
    const order = crypto.randomUUID();
    const ofOrder = transactionXml(order, '8104', 'complete', dated(actionXml('refund', 'ten')));
    recordOfAll(odd['a refund of another shop, with an invalid amount'](), ofOrder);
    await store.clock.advance(hourMs + 1000);
    await store.changedRecords.look();
    const line = { event: 'record-odd', transactionId: '8101' };
    expect(store.logged).toContainEqual(expect.objectContaining(line));
    const operator = createOperator(store.database, store.gateway);
    const { differences } = await operator.json('reconcile', '2026-11-20');
    const found = { kind: 'odd-record', gatewayCents: null, booksCents: null };
    expect(differences).toEqual(
      expect.arrayContaining([
        { ...found, orderId: null, transactionId: '8101' },
        { ...found, orderId: order, transactionId: null },
      ]),
    );
  });

  it('fails if a record of the requested order is odd', async () => {
    store.gateway.transactions.set(key, ['<transaction/>']);
    await expect(store.recovery.recheck(key, 'records')).rejects.toThrow('did not return a record');
    expect((await listOpenCases(store.database)).filter(({ attemptId }) => attemptId === key)).toEqual([]);
  });
});

it('a response above the size limit is aborted', async () => {
  const server = await listenOnLoopback((_request, response) => {
    response.write('x'.repeat(maxReplyBytes));
    response.end('x');
  });
  await expect(sendForm(new URL(server.url), {}, 20_000)).rejects.toMatchObject({ name: 'TooLargeError' });
  await server.close();
});
