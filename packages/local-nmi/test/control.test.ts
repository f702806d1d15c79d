import { describe, expect, test } from 'vitest';
import { controlOf, startGateway } from './gateway-under-test.ts';
import { startMerchant } from './merchant.ts';

/** Starts a gateway and a merchant's server. Returns both with the operator's calls. */
const openControl = async () => {
  const merchant = await startMerchant();
  const gateway = await startGateway(merchant.webhook);
  const sell = (orderid: string) => gateway.sell({ orderid });
  return { merchant, gateway, call: controlOf(gateway), sell };
};

test('sales can be listed and refunded, in full or in part', async () => {
  const { call, sell } = await openControl();
  const { transactionid } = await sell('o-1');
  const refund = async (body: object) => {
    const reply = await call('POST', '/sales/refund', body);
    return [reply.status, reply.body];
  };
  expect(await refund({ orderId: 'o-1', amountCents: 500 })).toEqual([200, { transactionId: transactionid }]);
  const left = { detail: 'That is more than the amount that is left' };
  expect(await refund({ orderId: 'o-1', amountCents: 2001 })).toEqual([409, left]);
  const own = { orderId: 'o-1', shape: 'own-transaction', refundOrderId: 'r-1' };
  expect(await refund(own)).toEqual([200, { transactionId: expect.not.stringMatching(transactionid) }]);
  expect(await refund({ orderId: 'o-1' })).toEqual([409, { detail: 'It has already been refunded' }]);
  expect(await refund({ orderId: 'o-2' })).toEqual([404, { detail: 'No card was charged for this order' }]);
  expect(await refund({ orderId: 'o-1', amountCents: 0 })).toEqual([
    400,
    { detail: expect.stringContaining('amountCents') },
  ]);
  expect((await call('GET', '/sales')).body).toMatchObject([
    { orderId: 'o-1', amountCents: 2500, outcome: 'approved', refundedCents: 2500 },
  ]);
});

describe('an order at the gateway', () => {
  test('can be voided, settled, returned or charged back, and put in any condition', async () => {
    const { gateway, call, sell, merchant } = await openControl();
    const [first, second] = [await sell('o-1'), await sell('o-2')];
    expect(await call('POST', '/void', { orderId: 'o-1' })).toMatchObject({
      body: { transactionId: first.transactionid },
    });
    expect((await call('POST', '/void', { orderId: 'o-1' })).status).toBe(409);
    expect((await call('POST', '/void', { orderId: 'o-3' })).status).toBe(404);
    const settled = await call('POST', '/settle', {});
    expect(settled.body.transactionIds).toEqual([second.transactionid]);
    await call('POST', '/settlement-failures');
    await call('POST', '/returns', { orderId: 'o-2', amountCents: 100 });
    expect((await call('POST', '/returns', { orderId: 'o-3' })).status).toBe(404);
    const chargeback = {
      orderIds: ['o-2'],
      amountCents: 200,
      reason: '83',
      id: 'transaction',
      recorded: false,
    };
    expect((await call('POST', '/chargebacks', chargeback)).body).toEqual({
      transactionIds: [second.transactionid],
    });
    expect((await call('POST', '/chargebacks', { orderIds: ['o-3'] })).status).toBe(404);
    expect((await call('GET', '/transactions?orderId=o-2')).body).toMatchObject([
      { condition: 'complete', actions: [{ type: 'sale' }, { type: 'settle' }, { type: 'return' }] },
    ]);
    expect((await call('GET', '/transactions')).body).toHaveLength(2);
    await merchant.received(7);
    expect(merchant.types().sort()).toEqual([
      'chargeback.batch.complete',
      'settlement.batch.complete',
      'settlement.batch.failure',
      'transaction.check.status.return',
      'transaction.sale.success',
      'transaction.sale.success',
      'transaction.void.success',
    ]);

    const condition = async () => (await gateway.records({ order_id: 'o-2' }))[0]?.condition;
    await call('POST', '/condition', { orderId: 'o-2', condition: 'in_progress' });
    expect(await condition()).toBe('in_progress');
    await call('POST', '/condition', { orderId: 'o-2', condition: null });
    expect(await condition()).toBe('complete');
    expect((await call('POST', '/condition', { orderId: 'o-3', condition: null })).status).toBe(404);
  });
});

test('events can be listed, sent, dropped, resent, and released in reverse order', async () => {
  const { call, sell, merchant } = await openControl();
  const lost = await call('POST', '/fates', { fate: 'lost', times: 1 });
  await sell('o-1');
  const [event] = (await call('GET', '/events')).body;
  expect(event).toMatchObject({ type: 'transaction.sale.success', state: 'lost', orderIds: ['o-1'] });
  expect((await call('GET', '/fates')).body).toMatchObject([{ ...lost.body, times: 0 }]);
  expect((await call('POST', `/events/${event.id}/resend`)).status).toBe(204);
  expect((await call('POST', '/events/none/resend')).status).toBe(404);
  await merchant.received(1);

  expect((await call('DELETE', `/fates/${lost.body.id}`)).status).toBe(204);
  expect((await call('DELETE', `/fates/${lost.body.id}`)).status).toBe(404);
  await call('POST', '/fates', { fate: 'held' });
  await call('POST', '/events', { type: 'acu.summary.closedaccount', body: { merchant: {} } });
  await sell('o-2');
  await call('POST', '/events/release', { order: 'reversed' });
  expect(merchant.types().slice(1)).toEqual(['transaction.sale.success', 'acu.summary.closedaccount']);
  await call('POST', '/fates', { fate: 'lost' });
  expect((await call('DELETE', '/fates')).status).toBe(204);
  expect((await call('GET', '/fates')).body).toEqual([]);
});

test.each([
  ['POST', '/replies', { reply: 'partial', authorizedCents: 1, type: 'void' }],
  ['PATCH', '/settings', { eventTypes: ['*.sale'] }],
  ['POST', '/fates', { fate: 'lost', delayMs: 5 }],
])('%s %s with %o is refused', async (method, path, body) => {
  const { call } = await openControl();
  expect(await call(method, path, body)).toEqual({ status: 400, body: { detail: expect.any(String) } });
});
