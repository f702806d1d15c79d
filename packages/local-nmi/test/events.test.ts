import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { retryDelaysMs } from '../src/events/deliveries.ts';
import { startGateway } from './gateway-under-test.ts';
import { startMerchant } from './merchant.ts';

const start = async () => {
  const merchant = await startMerchant();
  return { merchant, gateway: await startGateway(merchant.webhook) };
};

describe('an event', () => {
  test('reports a sale as captured', async () => {
    const { merchant, gateway } = await start();
    const { transactionid } = await gateway.sell();
    const [event] = await merchant.received(1);
    expect(event).toMatchObject({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_type: 'transaction.sale.success',
    });
    expect(event?.event_body).toEqual({
      merchant: { id: '123456', name: 'Test Account' },
      features: { is_test_mode: true },
      transaction_id: transactionid,
      transaction_type: 'cc',
      condition: 'pendingsettlement',
      processor_id: 'ccprocessor',
      order_id: 'order-1',
      currency: 'USD',
      card: { cc_number: '411111******1111', cc_type: 'visa' },
      action: {
        amount: '25.00',
        action_type: 'sale',
        date: '20260615120000',
        success: '1',
        source: 'api',
        response_text: 'SUCCESS',
        response_code: '100',
      },
    });
  });

  test('reports a void with the sale’s id, and a failed one', async () => {
    const { merchant, gateway } = await start();
    const { transactionid } = await gateway.sell();
    await merchant.received(1);
    gateway.gateway().replies.add({ type: 'void', reply: 'code', code: 400 });
    await gateway.transact({ type: 'void', transactionid });
    await merchant.received(2);
    await gateway.transact({ type: 'void', transactionid });
    const events = await merchant.received(3);
    expect(events.slice(1)).toMatchObject([
      { event_type: 'transaction.void.failure', event_body: { condition: 'pendingsettlement' } },
      {
        event_type: 'transaction.void.success',
        event_body: {
          transaction_id: transactionid,
          condition: 'canceled',
          action: { action_type: 'void', amount: '25.00', success: '1' },
        },
      },
    ]);
  });

  test('for a refund with its own transaction has that id, a negative amount and no data of the sale', async () => {
    const { merchant, gateway } = await start();
    const { transactionid } = await gateway.sell();
    await gateway.gateway().settle();
    await merchant.received(2);
    const refund = await gateway.gateway().refund('order-1', { amountCents: 700, shape: 'own-transaction' });
    const event = (await merchant.received(3))[2];
    expect(event).toMatchObject({
      event_type: 'transaction.refund.success',
      event_body: {
        ...(typeof refund === 'object' && { transaction_id: refund.transactionId }),
        condition: 'pendingsettlement',
        order_id: '',
        action: { amount: '-7.00', action_type: 'refund' },
      },
    });
    expect(event?.raw).not.toContain(transactionid);
    expect(event?.raw).not.toContain('order-1');
  });

  test('of a settlement lists what settled; one of a failed settlement names nothing', async () => {
    const { merchant, gateway } = await start();
    const first = await gateway.sell({ orderid: 'o-1' });
    const second = await gateway.sell({ orderid: 'o-2', amount: '10.00' }, '5431111111111111');
    const { batchId } = await gateway.gateway().failSettlement();
    const batch = await gateway.gateway().settle();
    const events = await merchant.received(4);
    const of = (type: string) => events.find(({ event_type }) => event_type === type)?.event_body;
    const processor = { id: 'ccprocessor', name: 'CC Processor', type: 'cc' };
    const merchantBody = { id: '123456', name: 'Test Account' };
    expect(of('settlement.batch.failure')).toEqual({ batch_id: batchId, merchant: merchantBody, processor });
    expect(of('settlement.batch.complete')).toEqual({
      batch_id: batch.batchId,
      count: 2,
      amount: '35.00',
      merchant: merchantBody,
      processor,
      by_card_type: { visa: { count: 1, amount: '25.00' }, mastercard: { count: 1, amount: '10.00' } },
      transaction_ids: [first.transactionid, second.transactionid],
    });
  });

  test('of chargebacks is a batch without orders; by default the records show returns', async () => {
    const { merchant, gateway } = await start();
    const { transactionid } = await gateway.sell({ orderid: 'o-1' });
    await gateway.sell({ orderid: 'o-2', amount: '10.00' });
    const { chargeBack } = gateway.gateway();
    await merchant.received(2);
    await chargeBack(['o-1', 'o-2'], { reason: '83: Fraud' });
    await merchant.received(3);
    await chargeBack(['o-1'], { id: 'transaction', amountCents: 100, recorded: false });
    expect(await chargeBack(['o-1', 'o-3'])).toBe('no-sale');
    const [, , batch, single] = await merchant.received(4);
    expect(batch).toMatchObject({
      event_type: 'chargeback.batch.complete',
      event_body: {
        count: 2,
        chargeback_amount: '35.00',
        chargebacks: [
          {
            id: expect.stringMatching(/^\d{10}$/),
            date: '6/15/2026',
            customer_name: 'Someone Smith',
            cc_number: '411111******1111',
            amount: '25.00',
            reason: '83: Fraud',
          },
          { amount: '10.00' },
        ],
      },
    });
    expect(batch?.raw).not.toMatch(/o-1|transaction_id/);
    expect(single?.event_body.chargebacks).toMatchObject([{ id: transactionid, amount: '1.00' }]);
    expect(await gateway.records({ action_type: 'return' })).toMatchObject([
      { order_id: 'o-1', action: [{}, { action_type: 'return', amount: '25.00' }] },
      { order_id: 'o-2', action: [{}, { amount: '10.00' }] },
    ]);
  });
});

describe('an undelivered event', () => {
  test('is retried on the documented schedule', () => {
    const inMinutes = retryDelaysMs.map((ms) => ms / 60_000);
    const hours = Array.from({ length: 10 }, () => 60);
    expect(inMinutes).toEqual([0.25, 1, 1, 1, 5, 15, 30, ...hours, 720, 720, 1440]);
  });

  test.each([204, 302, 503])('includes one that was answered with %i', async (status) => {
    const { merchant, gateway } = await start();
    merchant.status = status;
    await gateway.sell();
    await merchant.received(2);
    merchant.status = 200;
    await vi.waitUntil(() => gateway.gateway().events.list()[0]?.state === 'delivered', { timeout: 10_000 });
    const { deliveries } = merchant;
    expect(new Set(deliveries.map(({ raw }) => raw)).size).toBe(1);
    expect(gateway.gateway().events.list()).toMatchObject([
      { type: 'transaction.sale.success', orderIds: ['order-1'], tries: deliveries.length, lastStatus: 200 },
    ]);
  });

  test('is sent again after a restart, unless it was delivered', async () => {
    const merchant = await startMerchant({ retryScale: 1000 });
    const gateway = await startGateway(merchant.webhook);
    merchant.status = 503;
    await gateway.sell();
    await merchant.received(1);
    merchant.status = 200;
    await gateway.restart();
    const [first, second] = await merchant.received(2);
    expect(second?.raw).toBe(first?.raw);
    await gateway.restart();
    await gateway.sell({ orderid: 'o-2' });
    const third = (await merchant.received(3))[2];
    expect(third?.event_body.order_id).toBe('o-2');
  });
});

describe('events in transit', () => {
  test('can be delayed', async () => {
    const { merchant, gateway } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const orders = async (count: number) =>
      (await merchant.received(count)).map(({ event_body }) => event_body.order_id);
    const delayMs = 60 * 60_000;
    gateway.gateway().events.addDeliveryRule({ fate: 'delayed', delayMs, orderId: 'o-1' });
    await gateway.sell({ orderid: 'o-1' });
    await gateway.sell({ orderid: 'o-2' });
    expect(await orders(1)).toEqual(['o-2']);
    vi.advanceTimersByTime(delayMs);
    expect(await orders(2)).toEqual(['o-2', 'o-1']);
  });

  test('can be held by order until the release, even if they don’t name it', async () => {
    const { merchant, gateway } = await start();
    const { events, refund, settle } = gateway.gateway();
    events.addDeliveryRule({ fate: 'held', orderId: 'o-1' });
    await gateway.sell({ orderid: 'o-1' }, '4000000000000002');
    await gateway.sell({ orderid: 'o-1' });
    await settle();
    await refund('o-1', { shape: 'own-transaction' });
    await events.release({ orderId: 'o-2' });
    expect(merchant.deliveries).toEqual([]);
    await events.release({ orderId: 'o-1', order: 'reversed' });
    expect(merchant.types()).toEqual([
      'transaction.refund.success',
      'settlement.batch.complete',
      'transaction.sale.success',
      'transaction.sale.failure',
    ]);
    expect(merchant.deliveries[3]?.event_body).toMatchObject({
      condition: 'failed',
      action: { success: '0', response_code: '200', amount: '25.00' },
    });
    expect(events.listDeliveryRules()).toEqual([]);
  });
});

test('an event that two releases find, one of them while it is saved, is sent once', async () => {
  const { merchant, gateway } = await start();
  const { events } = gateway.gateway();
  events.addDeliveryRule({ fate: 'held', orderId: 'o-1' });
  events.addDeliveryRule({ fate: 'held', orderId: 'o-2' });
  const happening = { type: 'transaction.sale.success', body: {} };
  const first = events.send({ ...happening, orderIds: ['o-1'] });
  const second = events.send({ ...happening, orderIds: ['o-2'] });
  await Promise.all([events.release(), events.release(), first, second]);
  expect(events.list()).toMatchObject([
    { state: 'delivered', tries: 1 },
    { state: 'delivered', tries: 1 },
  ]);
  expect(merchant.deliveries).toHaveLength(2);
});

test('events are sent a second after their action by default', async () => {
  const merchant = await startMerchant();
  const { delayMs: _, ...webhook } = merchant.webhook;
  const gateway = await startGateway(webhook);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await gateway.sell();
    vi.advanceTimersByTime(999);
    expect(gateway.gateway().events.list()).toMatchObject([{ state: 'waiting', tries: 0 }]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  await merchant.received(1);
});
