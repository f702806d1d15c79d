import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

const sell = async (gateway: GatewayUnderTest, fields: Record<string, string> = {}) =>
  (await gateway.sale({ payment_token: await gateway.token(), ...fields })).transactionid;

const balanceText = /^Refund amount may not exceed the transaction balance REFID:\d+$/;

describe('a refund over transact.php', () => {
  test('gives all that is left back, as a further action of the settled sale', async () => {
    const gateway = await startGateway();
    const transactionid = await sell(gateway);
    await gateway.gateway().settle('order-1');
    expect(await gateway.transact({ type: 'refund', transactionid, amount: '10.00' })).toMatchObject({
      response: '1',
      response_code: '100',
      orderid: '',
      type: 'refund',
      transactionid,
    });
    expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 1000 }]);
    expect(gateway.gateway().sales()[0]).not.toHaveProperty('refundedAt');
    expect(await gateway.transact({ type: 'refund', transactionid })).toMatchObject({ response: '1' });
    expect(gateway.gateway().sales()).toMatchObject([
      { outcome: 'approved', refundedCents: 2500, refundedAt: '2026-06-15T12:00:00.000Z' },
    ]);
    const [record, ...others] = await gateway.records({ order_id: 'order-1' });
    expect(others).toEqual([]);
    expect(record).toMatchObject({ condition: 'complete', transaction_id: transactionid });
    expect(record?.action.map(({ action_type, amount }) => [action_type, amount])).toEqual([
      ['sale', '25.00'],
      ['settle', '25.00'],
      ['refund', '10.00'],
      ['refund', '15.00'],
    ]);
    for (const amount of ['', '0.00', '0.01'])
      expect(await gateway.transact({ type: 'refund', transactionid, amount })).toMatchObject({
        response: '3',
        response_code: '300',
        responsetext: expect.stringMatching(balanceText),
      });
  });

  test('is a transaction of its own where the account is so: negative, pending, with the order id of its request', async () => {
    const gateway = await startGateway();
    gateway.gateway().settings.update({ refundShape: 'own-transaction' });
    const transactionid = await sell(gateway);
    await gateway.gateway().settle();
    const one = await gateway.transact({ type: 'refund', transactionid, amount: '10' });
    const two = await gateway.transact({ type: 'refund', transactionid, orderid: 'order-1' });
    expect(new Set([transactionid, one.transactionid, two.transactionid]).size).toBe(3);
    expect(await gateway.records({ action_type: 'refund' })).toMatchObject([
      {
        transaction_id: one.transactionid,
        order_id: '',
        condition: 'pendingsettlement',
        action: [{ action_type: 'refund', amount: '-10.00', success: '1' }],
      },
      { transaction_id: two.transactionid, order_id: 'order-1', action: [{ amount: '-15.00' }] },
    ]);
    expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 2500 }]);
    const over = await gateway.transact({ type: 'refund', transactionid });
    expect(over.responsetext).toMatch(balanceText);
  });

  test('before settlement is refused, unless the account allows it', async () => {
    const gateway = await startGateway();
    const transactionid = await sell(gateway);
    const refund = () => gateway.transact({ type: 'refund', transactionid, amount: '5.00' });
    expect(await refund()).toMatchObject({ response: '3', responsetext: expect.stringMatching(balanceText) });
    gateway.gateway().settings.update({ refundBeforeSettlement: true });
    expect(await refund()).toMatchObject({ response: '1' });
    expect(await gateway.records({})).toMatchObject([{ condition: 'pendingsettlement' }]);
  });

  test.each([
    ['more than was charged', { amount: '25.01' }, 'Refund amount may not exceed the transaction balance'],
    ['no amount', { amount: 'all' }, 'Invalid amount'],
    ['no such transaction', { transactionid: '1' }, 'Invalid Transaction ID specified'],
    ['a wrong key', { security_key: 'wrong' }, 'Authentication Failed'],
  ])('is refused with %s', async (_, fields, reason) => {
    const gateway = await startGateway();
    const transactionid = await sell(gateway);
    await gateway.gateway().settle();
    const reply = await gateway.transact({ type: 'refund', transactionid, ...fields });
    expect(reply).toMatchObject({ response: '3', responsetext: expect.stringContaining(reason) });
    expect(await gateway.records({ action_type: 'refund' })).toEqual([]);
  });
});

describe('a refund at the desk', () => {
  test('settles what is pending, gives all back once, and is known after a restart', async () => {
    const gateway = await startGateway();
    const transactionId = await sell(gateway);
    expect(await gateway.gateway().refund('order-1')).toEqual({ transactionId });
    await gateway.restart();
    expect(await gateway.gateway().refund('order-1')).toBe('refunded-before');
    expect(gateway.gateway().sales()).toHaveLength(1);
    const [record] = await gateway.records({ order_id: 'order-1' });
    expect(record?.action.map(({ action_type }) => action_type)).toEqual(['sale', 'settle', 'refund']);
  });

  test('may be a part in either shape', async () => {
    const gateway = await startGateway();
    await sell(gateway);
    const { refund } = gateway.gateway();
    await refund('order-1', { amountCents: 700 });
    await refund('order-1', { amountCents: 800, shape: 'own-transaction' });
    expect(await refund('order-1', { amountCents: 1001 })).toBe('over-balance');
    await refund('order-1', { shape: 'own-transaction', orderId: 'order-1' });
    await gateway.restart();
    expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 2500 }]);
    expect(await gateway.records({ action_type: 'refund' })).toMatchObject([
      { action: [{ amount: '25.00' }, { action_type: 'settle' }, { amount: '7.00' }] },
      { order_id: '', action: [{ amount: '-8.00' }] },
      { order_id: 'order-1', action: [{ amount: '-10.00' }] },
    ]);
  });
});
