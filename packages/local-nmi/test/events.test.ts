import { describe, expect, test, vi } from 'vitest';
import { retryDelaysMs } from '../src/events/deliveries.ts';
import { startGateway } from './gateway-under-test.ts';
import { startMerchant } from './merchant.ts';

const start = async () => {
  const merchant = await startMerchant();
  return { merchant, gateway: await startGateway(merchant.webhook) };
};

describe('an event', () => {
  test('describes a sale in NMI’s format', async () => {
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

  test('describes a separate refund by its own id and a negative amount, without the sale’s data', async () => {
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

  test('about a settlement lists the settled sales, or no sales if the settlement failed', async () => {
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

  test('lists chargebacks as a batch without order ids, and queries show chargebacks as returns by default', async () => {
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

  test.each([204, 302, 503])('is retried after a %i response', async (status) => {
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
});
