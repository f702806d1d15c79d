import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

const sell = async (gateway: GatewayUnderTest, fields: Record<string, string> = {}) =>
  (await gateway.sale({ payment_token: await gateway.token(), ...fields })).transactionid;

describe('a void', () => {
  test('cancels a sale that has not settled; the sale itself stays a success', async () => {
    const gateway = await startGateway();
    const transactionid = await sell(gateway);
    expect(await gateway.transact({ type: 'void', transactionid })).toMatchObject({
      response: '1',
      responsetext: 'Transaction Void Successful',
      transactionid,
      type: 'void',
      response_code: '100',
    });
    expect(await gateway.records({ order_id: 'order-1' })).toMatchObject([
      {
        condition: 'canceled',
        action: [
          { action_type: 'sale', success: '1', response_code: '100', amount: '25.00' },
          { action_type: 'void', success: '1', response_code: '100', amount: '25.00' },
        ],
      },
    ]);
    expect(gateway.gateway().sales()).toMatchObject([{ outcome: 'approved', refundedCents: 2500 }]);
  });

  test.each([
    ['a second time', (gateway: GatewayUnderTest) => gateway.gateway().void('order-1')],
    ['after settlement', (gateway: GatewayUnderTest) => gateway.gateway().settle()],
    ['after a refund', (gateway: GatewayUnderTest) => gateway.gateway().refund('order-1')],
  ])('is refused %s', async (_, before) => {
    const gateway = await startGateway();
    const transactionid = await sell(gateway);
    await before(gateway);
    const records = await gateway.query({});
    expect(await gateway.transact({ type: 'void', transactionid })).toMatchObject({
      response: '3',
      response_code: '300',
      responsetext: expect.stringMatching(/^Only transactions pending settlement can be voided REFID:\d+$/),
    });
    expect(await gateway.gateway().void('order-1')).toBe('not-pending');
    expect(await gateway.query({})).toBe(records);
  });

  test('of nothing is refused', async () => {
    const gateway = await startGateway();
    const reply = await gateway.transact({ type: 'void', transactionid: '1' });
    expect(reply.responsetext).toMatch(/^Invalid Transaction ID specified REFID:\d+$/);
    expect(await gateway.gateway().void('order-1')).toBe('no-sale');
  });
});

describe('settlement', () => {
  test('takes what is pending in one batch, or one order alone', async () => {
    const gateway = await startGateway();
    for (const orderid of ['o-1', 'o-2', 'o-3']) await sell(gateway, { orderid, dup_seconds: '0' });
    await gateway.gateway().void('o-3');
    const first = await gateway.gateway().settle('o-2');
    const rest = await gateway.gateway().settle();
    expect(first.transactions.map(({ orderId }) => orderId)).toEqual(['o-2']);
    expect(rest.transactions.map(({ orderId }) => orderId)).toEqual(['o-1']);
    expect((await gateway.gateway().settle()).transactions).toEqual([]);
    expect(await gateway.records({ condition: 'complete' })).toMatchObject([
      { order_id: 'o-1', action: [{}, { action_type: 'settle', batch_id: rest.batchId, success: '1' }] },
      { order_id: 'o-2', action: [{}, { action_type: 'settle', batch_id: first.batchId, amount: '25.00' }] },
    ]);
  });
});

test('what the bank takes back is a return in the records, beside any refund', async () => {
  const gateway = await startGateway();
  const transactionId = await sell(gateway);
  await gateway.gateway().refund('order-1', { amountCents: 2000 });
  expect(await gateway.gateway().takeBack('order-1')).toEqual({ transactionId });
  await gateway.gateway().takeBack('order-1', 100);
  expect(await gateway.gateway().takeBack('order-2')).toBe('no-sale');
  const [record] = await gateway.records({ action_type: 'return' });
  expect(record?.condition).toBe('complete');
  expect(record?.action.slice(3)).toMatchObject([
    { action_type: 'return', amount: '25.00', success: '1' },
    { action_type: 'return', amount: '1.00' },
  ]);
  expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 2000 }]);
});
