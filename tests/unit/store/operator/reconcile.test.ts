import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordedTransaction } from '#server/store/gateway/records.ts';
import { type BookedOrder, compareOrder } from '#server/store/operator/compare-order.ts';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { charged } from '#server/store/payments/decisions.ts';
import { createOperator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import { buyAtLocalGateway, storeAtLocalGateway } from '../support/store-at-local-gateway.ts';

const dayMs = 86_400_000;
let customer: string;
let day: string;
let now = Date.parse('2026-11-20T12:00:00Z');
const limits = { ATTEMPTS_PER_MINUTE: '1000' };
const { local, store } = await storeAtLocalGateway({ clock: () => now }, limits);
const operator = createOperator(store.database, local);
/** Advances the clock by a day. Two calls before each test keep an empty day between tests. */
const passDay = async () => {
  now += dayMs;
  await store.clock.set(new Date(now));
};
beforeEach(async () => {
  await passDay();
  await passDay();
  day = new Date(now).toISOString().slice(0, 10);
  customer = await store.newCustomer();
});

const buy = async (card: 'good' | 'declined' = 'good'): Promise<string> => {
  const order = crypto.randomUUID();
  await buyAtLocalGateway({ local, store }, customer, { card, order });
  return order;
};
const reconcile = () => operator.json('reconcile', day);
const differences = async () =>
  (await reconcile()).differences.map(({ kind, orderId }: { kind: string; orderId: string }) => [
    kind,
    orderId,
  ]);
const sellInOtherShop = async (orderId: string) =>
  local.gateway.app.request('http://gateway.test/api/transact.php', {
    method: 'POST',
    body: new URLSearchParams({
      security_key: local.securityKey,
      type: 'sale',
      payment_token: await local.newToken(),
      amount: '3.00',
      orderid: orderId,
      dup_seconds: '0',
    }),
  });

describe('coffer reconcile', () => {
  it('reports no differences if the books and the gateway agree', async () => {
    const refunded = await buy();
    const voided = await buy();
    await buy();
    await buy('declined');
    await local.gateway.settle(refunded);
    await operator.run('refund', refunded, '400', '--yes');
    await operator.run('refund', voided, '--yes');
    const { text, exitCode } = await operator.run('reconcile', day);
    expect({ exitCode, text }).toEqual({
      exitCode: 0,
      text: [
        `Day      ${day} UTC`,
        'Gateway  $30.00 charged, $14.00 refunded',
        'Books    $30.00 charged, $14.00 refunded',
        'Orders   4',
        '',
        'No differences.',
      ].join('\n'),
    });
    expect((await operator.json('audit', '--limit', '1')).actions).toMatchObject([
      { command: 'reconcile', subject: day, details: { differences: 0 } },
    ]);
  });

  it('lists gateway records that the books lack', async () => {
    const order = crypto.randomUUID();
    local.gateway.replies.add({ orderId: order, reply: 'lost' });
    await buyAtLocalGateway({ local, store }, customer, { order });
    const stranger = crypto.randomUUID();
    await sellInOtherShop(stranger);
    await sellInOtherShop('another-shop-17');
    const refunded = await buy();
    await local.gateway.refund(refunded, { amountCents: 100 });
    const returned = await buy();
    await local.gateway.returnCharge(returned);
    const nameless = await buy();
    await local.gateway.refund(nameless, { shape: 'own-transaction' });

    const found = await reconcile();
    expect(found.others).toBe(1);
    expect(await differences()).toEqual(
      expect.arrayContaining([
        ['not-booked', order],
        ['unknown-order', stranger],
        ['reversal-not-booked', refunded],
        ['return', returned],
        ['refund-without-order', null],
      ]),
    );
    expect(found.differences).toHaveLength(5);
    expect(await operator.run('reconcile', day)).toMatchObject({ exitCode: 1 });

    await store.recovery.recheck(order, 'records');
    await store.recovery.recheck(refunded, 'records');
    const kinds = (await differences()).map(([kind]: string[]) => kind);
    expect(kinds.sort()).toEqual(['refund-without-order', 'return', 'unknown-order']);
  });

  it('lists booked charges that the gateway lacks', async () => {
    local.gateway.replies.add({ type: 'sale', reply: 'too-many-requests' });
    const order = await buy();
    const attempts = createPurchaseAttempts(store.database, store.config);
    const attempt = (await attempts.findByOrder(order)) ?? expect.fail('There is no such attempt.');
    await attempts.settle(attempt, charged('424242'), 'attempt');
    const found = await reconcile();
    expect(found.differences).toEqual([
      { kind: 'not-recorded', orderId: order, transactionId: '424242', gatewayCents: null, booksCents: 1000 },
    ]);
    const { text } = await operator.run('reconcile', day);
    expect(text).toContain(`${order}  not-recorded        -  $10.00`);
  });

  it('compares a single day but reads each order in full', async () => {
    const order = await buy();
    await local.gateway.settle(order);
    local.gateway.settings.update({ refundShape: 'own-transaction' });
    const bought = day;
    await passDay();
    day = new Date(now).toISOString().slice(0, 10);
    await operator.run('refund', order, '--yes');
    expect(await reconcile()).toMatchObject({
      gateway: { chargedCents: 0, givenBackCents: 1000 },
      books: { chargedCents: 0, givenBackCents: 1000 },
      differences: [],
    });
    expect(await operator.json('reconcile', bought)).toMatchObject({
      gateway: { chargedCents: 1000, givenBackCents: 0 },
      books: { chargedCents: 1000, givenBackCents: 0 },
      differences: [],
    });
    expect(await operator.json('reconcile', '2020-02-29')).toMatchObject({ compared: 0, differences: [] });
  });

  it('needs a valid date and a reachable gateway', async () => {
    for (const given of ['yesterday', '2026-02-30', '20261120'])
      expect(await operator.run('reconcile', given)).toMatchObject({ exitCode: 2 });
    const unreachable = createOperator(store.database, { url: 'http://127.0.0.1:2', securityKey: 'x' });
    const unread = "The gateway's records can't be read (ECONNREFUSED). Nothing was sent or changed.";
    await expectComplaint(unreachable.run('reconcile', day), unread, 3);
  });
});

describe('compareOrder', () => {
  const orderId = crypto.randomUUID();
  const approved = { date: '20261120120000', success: '1', code: '100', text: '' };
  const action = (type: string, amount: string) => ({ type, amount, ...approved });
  const sale = (transactionId: string, ...more: ReturnType<typeof action>[]): RecordedTransaction => ({
    transactionId,
    orderId,
    condition: 'complete',
    actions: [action('sale', '10.00'), ...more],
  });
  const charge = { amountCents: 1000, gatewayTransactionId: '1' };
  const booked: BookedOrder = { orderId, status: 'completed', ...charge, reversals: [] };
  const kinds = (transactions: RecordedTransaction[], changes: Partial<BookedOrder> = {}) =>
    compareOrder(orderId, transactions, { ...booked, ...changes }).map(({ kind }) => kind);

  const part = { reversals: [{ reference: '1/1', cents: 400 }] };
  const failed = { status: 'failed' } as const;
  it.each<[string, RecordedTransaction[], Partial<BookedOrder>, string[]]>([
    ['nothing for matching amounts', [sale('1')], {}, []],
    ['a different amount', [sale('1')], { amountCents: 999 }, ['amount']],
    ['a second charge', [sale('1'), sale('2')], {}, ['second-charge']],
    ['nothing for a refunded second charge', [sale('1'), sale('2', action('refund', '10.00'))], {}, []],
    ['a refund with a different amount', [sale('1', action('refund', '5.00'))], part, ['reversal-amount']],
    ['a refund that the gateway did not record', [sale('1')], part, ['reversal-not-recorded']],
    ['nothing for a refunded failed purchase', [sale('1', action('refund', '10.00'))], failed, []],
    ['a charge for a failed purchase', [sale('1')], failed, ['not-booked']],
  ])('reports %s', (_, transactions, changes, expected) => {
    expect(kinds(transactions, changes)).toEqual(expected);
  });
});
