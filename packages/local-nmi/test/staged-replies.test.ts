import { describe, expect, test } from 'vitest';
import type { NewStagedReply } from '../src/transact/staged-replies.ts';
import { type GatewayUnderTest, securityKey, startGateway } from './gateway-under-test.ts';

const staging = async (...replies: NewStagedReply[]): Promise<GatewayUnderTest> => {
  const gateway = await startGateway();
  for (const reply of replies) gateway.gateway().replies.add(reply);
  return gateway;
};

test.each<[NewStagedReply['reply'], number, string]>([
  ['rate-limit', 200, 'code=301'],
  ['too-many-requests', 429, 'Too Many Requests'],
])('a staged %s response is not recorded, and doesn’t use up the token', async (reply, status, text) => {
  const gateway = await staging({ reply });
  const payment_token = await gateway.token();
  const fields = { security_key: securityKey, type: 'sale', amount: '25.00', orderid: 'o-1', payment_token };
  const body = new URLSearchParams(fields);
  const answer = await gateway.fetch('/api/transact.php', { method: 'POST', body });
  expect(answer.status).toBe(status);
  const answered = await answer.text();
  expect(answered).toContain(text);
  expect(answered).not.toContain('o-1');
  expect(await gateway.records()).toEqual([]);
  expect(await gateway.sale({ payment_token })).toMatchObject({ response: '1' });
});

describe('an approval', () => {
  test('can be partial, charging part of the amount and reporting the rest', async () => {
    const gateway = await staging({ reply: 'partial', authorizedCents: 1000 });
    const reply = await gateway.sell();
    expect(reply).toMatchObject({
      response: '1',
      response_code: '100',
      amount_authorized: '10.00',
      partial_payment_id: expect.stringMatching(/^\d{10}$/),
      partial_payment_balance: '15.00',
    });
    expect(await gateway.query({ order_id: 'order-1' })).toContain(
      `<partial_payment_id>${reply.partial_payment_id}</partial_payment_id>` +
        '<partial_payment_balance>15.00</partial_payment_balance>',
    );
    expect(await gateway.records({ order_id: 'order-1' })).toMatchObject([
      { action: [{ amount: '10.00', requested_amount: '25.00', success: '1' }] },
    ]);
    expect(gateway.gateway().sales()).toMatchObject([{ amountCents: 1000, requestedCents: 2500 }]);
    await gateway.restart();
    await gateway.transact({ type: 'void', transactionid: reply.transactionid });
    expect(gateway.gateway().sales()).toMatchObject([{ refundedCents: 1000 }]);
  });

  test.each([
    ['absent', undefined],
    ['empty', ''],
    ['equal', '25.00'],
  ] as const)(
    'has an %s amount_authorized if the account’s settings say so',
    async (authorizedAmount, told) => {
      const gateway = await startGateway();
      gateway.gateway().settings.update({ authorizedAmount });
      expect((await gateway.sell()).amount_authorized).toBe(told);
    },
  );
});

describe('a sale with a staged code', () => {
  test.each<[NewStagedReply, object, string[]]>([
    [{ reply: 'code', code: 202 }, { response: '2', responsetext: 'Insufficient funds' }, ['failed']],
    [{ reply: 'code', code: 420, effect: 'done' }, { response: '3' }, ['pendingsettlement']],
    [{ reply: 'code', code: 421, effect: 'nothing' }, { response: '3', transactionid: '' }, []],
    [{ reply: 'code', code: 300, text: 'No' }, { responsetext: expect.stringMatching(/^No REFID:\d+$/) }, []],
    [{ reply: 'code', code: 300, effect: 'done' }, { response: '3' }, ['pendingsettlement']],
  ])('returns and records the outcome that %o stages', async (staged, answer, conditions) => {
    const gateway = await staging(staged);
    const payment_token = await gateway.token();
    expect(await gateway.sell({ payment_token })).toMatchObject(answer);
    expect((await gateway.records({})).map(({ condition }) => condition)).toEqual(conditions);
    expect(await gateway.sell({ payment_token })).toMatchObject({ response_code: '300' });
    expect(await gateway.sell()).toMatchObject({ response: '1', response_code: '100' });
  });
});

describe('a void or refund with a staged code', () => {
  test('is recorded as an unsuccessful action, and changes nothing else', async () => {
    const gateway = await staging(
      { type: 'void', reply: 'code', code: 400 },
      { type: 'refund', reply: 'code', code: 420 },
      { type: 'refund', reply: 'code', code: 421, effect: 'nothing' },
    );
    const { transactionid } = await gateway.sell();
    expect(await gateway.transact({ type: 'void', transactionid })).toMatchObject({ response: '3' });
    expect(await gateway.records({})).toMatchObject([
      { condition: 'pendingsettlement', action: [{}, { action_type: 'void', success: '0' }] },
    ]);
    await gateway.gateway().settle();
    gateway.gateway().settings.update({ refundShape: 'own-transaction' });
    for (const code of ['420', '421'])
      expect(await gateway.transact({ type: 'refund', transactionid })).toMatchObject({
        response_code: code,
      });
    expect(await gateway.records({ action_type: 'refund' })).toMatchObject([
      { condition: 'failed', action: [{ success: '0', response_code: '420' }] },
    ]);
    expect(gateway.gateway().sales()[0]).not.toHaveProperty('refundedCents');
    expect(await gateway.transact({ type: 'refund', transactionid })).toMatchObject({ response: '1' });
  });
});

test('a staged response applies to one order, one customer or a later request, as many times as set', async () => {
  const gateway = await staging(
    { reply: 'code', code: 201, orderId: 'o-2' },
    { reply: 'code', code: 203, email: 'Ada@example.com' },
    { reply: 'code', code: 204, after: 4, times: 2 },
  );
  const codeOf = async (fields: Record<string, string>) => (await gateway.sell(fields)).response_code;
  expect(await codeOf({ orderid: 'o-1' })).toBe('100');
  expect(await codeOf({ orderid: 'o-2' })).toBe('201');
  expect(await codeOf({ orderid: 'o-2' })).toBe('100');
  expect(await codeOf({ email: 'ada@example.com' })).toBe('203');
  expect(await codeOf({})).toBe('204');
  expect(await codeOf({})).toBe('204');
  expect(await codeOf({})).toBe('100');
  const { replies } = gateway.gateway();
  expect(replies.list().map(({ given, times }) => [given, times])).toEqual([
    [1, 0],
    [1, 0],
    [2, 0],
  ]);
});
