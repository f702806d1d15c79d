import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { serve } from '../sandbox/serving.ts';
import { startGateway, startTime } from './gateway-under-test.ts';

const signingKey = 'a-signing-key';

test('gives a sale back once, and the records tell', async () => {
  const gateway = await startGateway();
  const { transactionid } = await gateway.sale({ payment_token: await gateway.token() });
  const refund = await gateway.transact({ type: 'refund', transactionid, amount: '25.00' });
  expect(refund).toMatchObject({
    response: '1',
    response_code: '100',
    orderid: 'order-1',
    type: 'refund',
    transactionid: expect.stringMatching(/^\d{10}$/),
  });
  expect(gateway.gateway().sales()).toMatchObject([
    { transactionId: transactionid, outcome: 'approved', refundedAt: '2026-06-15T12:00:00.000Z' },
  ]);
  const records = await gateway.query({ order_id: 'order-1' });
  expect(records).toContain('<condition>complete</condition>');
  expect(records).toContain(
    '<action><amount>-25.00</amount><action_type>refund</action_type><success>1</success>',
  );
  expect(await gateway.transact({ type: 'refund', transactionid })).toMatchObject({
    response: '3',
    responsetext: expect.stringMatching(/^Refund amount may not exceed the transaction balance REFID:/),
  });
});

test('is known after a restart', async () => {
  const gateway = await startGateway();
  await gateway.sale({ payment_token: await gateway.token() });
  expect(await gateway.gateway().refund('order-1')).toEqual({ transactionId: expect.any(String) });
  await gateway.restart();
  expect(await gateway.gateway().refund('order-1')).toBe('refunded-before');
  expect(gateway.gateway().sales()).toHaveLength(1);
});

test.each([
  ['a part of the amount', { amount: '24.99' }, 'Only the whole amount can be refunded'],
  ['no such transaction', { transactionid: '1' }, 'Transaction not found'],
  ['a wrong key', { security_key: 'wrong' }, 'Authentication Failed'],
])('is refused with %s', async (_, fields, reason) => {
  const gateway = await startGateway();
  const { transactionid } = await gateway.sale({ payment_token: await gateway.token() });
  const reply = await gateway.transact({ type: 'refund', transactionid, ...fields });
  expect(reply).toMatchObject({ response: '3', responsetext: expect.stringContaining(reason) });
  expect(await gateway.query({ order_id: 'order-1' })).not.toContain('refund');
});

test('is refused for a card that was not charged', async () => {
  const gateway = await startGateway();
  const { transactionid } = await gateway.sale({ payment_token: await gateway.token('4000000000000002') });
  expect(await gateway.transact({ type: 'refund', transactionid })).toMatchObject({ response: '3' });
  expect(await gateway.gateway().refund('order-1')).toBe('no-sale');
  expect(await gateway.gateway().refund('order-2')).toBe('no-sale');
});

test('is told to the merchant, signed, until it is taken, also after a restart', async () => {
  const events: { body: string; signature: string }[] = [];
  let status = 503;
  const merchant = await serve(async (request, response) => {
    events.push({ body: await text(request), signature: String(request.headers['webhook-signature']) });
    response.writeHead(status).end();
  });
  const gateway = await startGateway({ url: merchant.origin, signingKey });
  await gateway.sale({ payment_token: await gateway.token() });
  await gateway.gateway().refund('order-1');
  await vi.waitUntil(() => events.length >= 2, { timeout: 10_000 });
  await gateway.restart();
  status = 204;
  const before = events.length;
  await vi.waitUntil(() => events.length > before, { timeout: 10_000 });
  await gateway.restart();
  const after = events.length;
  await gateway.restart();
  expect(events).toHaveLength(after);

  for (const { body, signature } of events) {
    const expected = createHmac('sha256', signingKey)
      .update(`${startTime / 1000}.${body}`)
      .digest('hex');
    expect(signature).toBe(`t=${startTime / 1000},s=${expected}`);
    expect(body).toBe(events[0]?.body);
    expect(JSON.parse(body)).toMatchObject({
      event_type: 'transaction.refund.success',
      event_body: { order_id: 'order-1', action: { amount: '-25.00', action_type: 'refund' } },
    });
  }
}, 30_000);
