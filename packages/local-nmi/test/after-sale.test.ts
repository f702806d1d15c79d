import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

const balanceText = 'Refund amount may not exceed the transaction balance';
const notPending = 'Only transactions pending settlement can be voided';
const unknownId = 'Invalid Transaction ID specified';

const refusedWith = (text: string) => ({
  response: '3',
  response_code: '300',
  responsetext: expect.stringMatching(new RegExp(`^${text} REFID:\\d+$`)),
});

test('two simultaneous refunds of an unsettled sale refund it once', async () => {
  const gateway = await startGateway();
  await gateway.sell();
  const { refund, sales } = gateway.gateway();
  const results = await Promise.all([refund('order-1'), refund('order-1')]);
  expect(results).toEqual([{ transactionId: expect.any(String) }, 'refunded-before']);
  expect(sales()).toMatchObject([{ refundedCents: 2500 }]);
});

describe('a refund', () => {
  test('is recorded as an action of the settled sale, whether partial or full', async () => {
    const gateway = await startGateway();
    const { transactionid } = await gateway.sell();
    await gateway.gateway().settle('order-1');
    const refund = (fields = {}) => gateway.transact({ type: 'refund', transactionid, ...fields });
    const done = { response: '1', response_code: '100', orderid: '', type: 'refund', transactionid };
    expect(await refund({ amount: '10.00' })).toMatchObject(done);
    const [{ refundedAt, ...sale } = {}] = gateway.gateway().sales();
    expect([sale, refundedAt]).toEqual([expect.objectContaining({ refundedCents: 1000 }), undefined]);
    expect(await refund()).toMatchObject(done);
    expect(gateway.gateway().sales()).toMatchObject([
      { outcome: 'approved', refundedCents: 2500, refundedAt: '2026-06-15T12:00:00.000Z' },
    ]);
    const records = await gateway.records();
    expect(records).toMatchObject([{ condition: 'complete', transaction_id: transactionid }]);
    expect(records[0]?.action.map(({ action_type, amount }) => [action_type, amount])).toEqual([
      ['sale', '25.00'],
      ['settle', '25.00'],
      ['refund', '10.00'],
      ['refund', '15.00'],
    ]);
    for (const amount of ['', '0.00', '0.01'])
      expect(await refund({ amount })).toMatchObject(refusedWith(balanceText));
  });

  test('is a separate negative transaction if the account records refunds separately', async () => {
    const gateway = await startGateway();
    gateway.gateway().settings.update({ refundShape: 'own-transaction' });
    const { transactionid } = await gateway.sell();
    await gateway.gateway().settle();
    const one = await gateway.transact({ type: 'refund', transactionid, amount: '10' });
    const two = await gateway.transact({ type: 'refund', transactionid, orderid: 'order-1' });
    expect(new Set([transactionid, one.transactionid, two.transactionid]).size).toBe(3);
    await gateway.restart();
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
    expect(over).toMatchObject(refusedWith(balanceText));
    await gateway.transact({ type: 'void', transactionid: two.transactionid });
    expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 1000 }]);
  });

  test('is refused before settlement unless the account allows refunds of unsettled sales', async () => {
    const gateway = await startGateway();
    const { transactionid } = await gateway.sell();
    const refund = () => gateway.transact({ type: 'refund', transactionid, amount: '5.00' });
    expect(await refund()).toMatchObject(refusedWith(balanceText));
    gateway.gateway().settings.update({ refundBeforeSettlement: true });
    expect(await refund()).toMatchObject({ response: '1' });
    expect(await gateway.records()).toMatchObject([{ condition: 'pendingsettlement' }]);
  });

  test.each([
    [{ amount: '25.01' }, balanceText],
    [{ amount: 'all' }, 'Invalid amount'],
    [{ transactionid: '1' }, unknownId],
  ])('is refused with %o', async (fields, text) => {
    const gateway = await startGateway();
    const { transactionid } = await gateway.sell();
    await gateway.gateway().settle();
    const reply = await gateway.transact({ type: 'refund', transactionid, ...fields });
    expect(reply).toMatchObject(refusedWith(text));
    expect(await gateway.records({ action_type: 'refund' })).toEqual([]);
  });
});

describe('a void', () => {
  test.each([
    ['after another void', (gateway: GatewayUnderTest) => gateway.gateway().void('order-1')],
    ['after settlement', (gateway: GatewayUnderTest) => gateway.gateway().settle()],
    ['after a refund', (gateway: GatewayUnderTest) => gateway.gateway().refund('order-1')],
  ])('is refused %s', async (_, before) => {
    const gateway = await startGateway();
    const { transactionid } = await gateway.sell();
    await before(gateway);
    const records = await gateway.query({});
    expect(await gateway.transact({ type: 'void', transactionid })).toMatchObject(refusedWith(notPending));
    expect(await gateway.gateway().void('order-1')).toBe('not-pending');
    expect(await gateway.query({})).toBe(records);
  });
});

test('a charge that the bank returns is recorded as a return, in addition to any refund', async () => {
  const gateway = await startGateway();
  await gateway.sell();
  await gateway.gateway().refund('order-1', { amountCents: 2000 });
  await gateway.gateway().returnCharge('order-1');
  await gateway.gateway().returnCharge('order-1', 100);
  const [record] = await gateway.records({ action_type: 'return' });
  expect(record?.condition).toBe('complete');
  expect(record?.action).toMatchObject([
    {},
    { action_type: 'settle' },
    { action_type: 'refund', amount: '20.00' },
    { action_type: 'return', amount: '25.00', success: '1' },
    { action_type: 'return', amount: '1.00' },
  ]);
  expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 2000 }]);
});
