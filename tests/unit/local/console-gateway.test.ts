import { describe, expect, test } from 'vitest';
import { createConsole } from '#local/console/index.ts';
import { createFaultRegistry } from '#local-services/faults/registry.ts';
import { startGateway } from '../../../packages/local-nmi/test/gateway-under-test.ts';
import { startMerchant } from '../../../packages/local-nmi/test/merchant.ts';
import { openUserPool } from './user-pool-of-tests.ts';

/** A console in front of a real gateway and a merchant's server. */
const openConsole = async () => {
  const merchant = await startMerchant();
  const gateway = await startGateway(merchant.webhook);
  const pool = await openUserPool();
  const app = await createConsole({
    port: 5177,
    users: pool.admin,
    gateway: gateway.gateway(),
    store: { seed: async () => {}, proveBooks: async () => [] },
    faults: createFaultRegistry(),
    isReady: () => true,
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await app.request(`http://localhost:5177${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return { status: reply.status, body: reply.status === 204 ? undefined : await reply.json() };
  };
  const sell = async (orderid: string, more: Record<string, string> = {}) =>
    gateway.sale({ payment_token: await gateway.token(), orderid, dup_seconds: '0', ...more });
  return { merchant, gateway, call, sell };
};

describe('an order at the gateway', () => {
  test('is voided, settled, returned, charged back, and told in any condition', async () => {
    const { gateway, call, sell, merchant } = await openConsole();
    const [first, second] = [await sell('o-1'), await sell('o-2')];
    expect(await call('POST', '/gateway/void', { orderId: 'o-1' })).toMatchObject({
      body: { transactionId: first.transactionid },
    });
    expect((await call('POST', '/gateway/void', { orderId: 'o-1' })).status).toBe(409);
    expect((await call('POST', '/gateway/void', { orderId: 'o-3' })).status).toBe(404);
    const settled = await call('POST', '/gateway/settle', {});
    expect(settled.body.transactionIds).toEqual([second.transactionid]);
    await call('POST', '/gateway/settlement-failures');
    await call('POST', '/gateway/returns', { orderId: 'o-2', amountCents: 100 });
    expect((await call('POST', '/gateway/returns', { orderId: 'o-3' })).status).toBe(404);
    const chargeback = {
      orderIds: ['o-2'],
      amountCents: 200,
      reason: '83',
      id: 'transaction',
      recorded: false,
    };
    expect((await call('POST', '/gateway/chargebacks', chargeback)).body).toEqual({
      transactionIds: [second.transactionid],
    });
    expect((await call('POST', '/gateway/chargebacks', { orderIds: ['o-3'] })).status).toBe(404);
    expect((await call('GET', '/gateway/transactions?orderId=o-2')).body).toMatchObject([
      { condition: 'complete', actions: [{ type: 'sale' }, { type: 'settle' }, { type: 'return' }] },
    ]);
    expect((await call('GET', '/gateway/transactions')).body).toHaveLength(2);
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
    await call('POST', '/gateway/condition', { orderId: 'o-2', condition: 'in_progress' });
    expect(await condition()).toBe('in_progress');
    await call('POST', '/gateway/condition', { orderId: 'o-2', condition: null });
    expect(await condition()).toBe('complete');
    expect((await call('POST', '/gateway/condition', { orderId: 'o-3', condition: null })).status).toBe(404);
  });
});

test('events are listed, sent, sent again, lost, and released from the last to the first', async () => {
  const { call, sell, merchant } = await openConsole();
  const lost = await call('POST', '/gateway/fates', { fate: 'lost', times: 1 });
  await sell('o-1');
  const [event] = (await call('GET', '/gateway/events')).body;
  expect(event).toMatchObject({ type: 'transaction.sale.success', state: 'lost', orderIds: ['o-1'] });
  expect((await call('GET', '/gateway/fates')).body).toMatchObject([{ ...lost.body, times: 0 }]);
  expect((await call('POST', `/gateway/events/${event.id}/resend`)).status).toBe(204);
  expect((await call('POST', '/gateway/events/none/resend')).status).toBe(404);
  await merchant.received(1);

  expect((await call('DELETE', `/gateway/fates/${lost.body.id}`)).status).toBe(204);
  expect((await call('DELETE', `/gateway/fates/${lost.body.id}`)).status).toBe(404);
  await call('POST', '/gateway/fates', { fate: 'held' });
  await call('POST', '/gateway/events', { type: 'acu.summary.closedaccount', body: { merchant: {} } });
  await sell('o-2');
  await call('POST', '/gateway/events/release', { order: 'reversed' });
  expect(merchant.types().slice(1)).toEqual(['transaction.sale.success', 'acu.summary.closedaccount']);
  await call('POST', '/gateway/fates', { fate: 'lost' });
  expect((await call('DELETE', '/gateway/fates')).status).toBe(204);
  expect((await call('GET', '/gateway/fates')).body).toEqual([]);
});

test('a reset takes everything back that was told to happen', async () => {
  const { gateway, call, sell, merchant } = await openConsole();
  const before = gateway.gateway().settings.get();
  await call('POST', '/gateway/replies', { reply: 'rate-limit', after: 5 });
  await call('POST', '/gateway/fates', { fate: 'held' });
  await call('POST', '/gateway/records/delay', {});
  await call('PATCH', '/gateway/settings', { eventIds: 'numbers' });
  await sell('o-1');
  expect((await call('POST', '/reset')).status).toBe(204);
  expect(gateway.gateway().settings.get()).toEqual(before);
  expect((await call('GET', '/gateway/replies')).body).toEqual([]);
  expect((await call('GET', '/gateway/fates')).body).toEqual([]);
  expect(await gateway.records({})).toHaveLength(1);
  await merchant.received(1);
});

test.each([
  ['POST', '/gateway/void', {}],
  ['POST', '/gateway/chargebacks', { orderIds: [] }],
  ['POST', '/gateway/records/delay', { ms: -1 }],
  ['POST', '/gateway/replies', { reply: 'partial', authorizedCents: 1, type: 'void' }],
  ['PATCH', '/gateway/settings', { eventTypes: ['*.sale'] }],
  ['POST', '/gateway/fates', { fate: 'lost', delayMs: 5 }],
  ['POST', '/gateway/events/release', { order: 'first' }],
])('%s %s with %o is refused', async (method, path, body) => {
  const { call } = await openConsole();
  expect(await call(method, path, body)).toEqual({ status: 400, body: { detail: expect.any(String) } });
});
