import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import { readEvents } from '#server/store/events/merchant-events.ts';
import { openCase } from '#server/store/payments/open-cases.ts';
import { freeEndedRefunds } from '#server/store/refunds/refund-requests.ts';
import { listCards, signIn } from '../support/card-payments.ts';
import { silentLog } from '../support/logs.ts';
import { createOperator, type Operator } from '../support/operator.ts';
import { readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { callCredits, spend } from '../support/spending.ts';
import {
  buyAtLocalGateway,
  type StoreAtLocalGateway,
  storeAtLocalGateway,
} from '../support/store-at-local-gateway.ts';
import { expectBooksToBalance, startAnother } from '../support/store-under-test.ts';
import { agree, readTopUp } from '../top-up/customers.ts';

const dayMs = 86_400_000;
const both: StoreAtLocalGateway = await storeAtLocalGateway();
const { local, store } = both;
let operator: Operator;
let customer: string;
let token: string;
let order: string;
let path: string;
beforeEach(async () => {
  operator = createOperator(store.database, local);
  customer = await store.newCustomer();
  token = await signIn(store, customer);
  await buy();
});
afterEach(async () => {
  local.gateway.reset();
  await expectBooksToBalance(store.database);
});

/** Buys 1,200 + 100 credits for $10.00. The calls below are then about this purchase. */
const buy = async (more: object = {}) => {
  order = crypto.randomUUID();
  expect(await buyAtLocalGateway(both, token, { order, ...more })).toMatchObject({ status: 200 });
  path = `/api/transactions/${(await readLedger(store, token))[0]?.id}/refund`;
};
const check = async () => (await store.call(path, { as: token })).body;
const refund = (as = token, at: Pick<typeof store, 'call'> = store) => at.call(path, { method: 'POST', as });
const gatewayRefunds = () =>
  local.gateway
    .transactions(order)
    .flatMap(({ actions }) => actions)
    .filter(({ type, success }) => success && (type === 'refund' || type === 'void'))
    .map(({ type, amountCents }) => `${type} ${Math.abs(amountCents)}`);
const credits = async () => {
  const [sums] = await store.database.query<{ balance: number; held: number }>(
    'select balance, held from accounts where customer_id = $1',
    [customer],
  );
  return sums;
};
const eventTypes = async () =>
  (await readEvents(store.database, { after: '0', limit: 10_000 })).flatMap(({ type, data }) =>
    data.id === customer || ('customer_id' in data && data.customer_id === customer) ? [type] : [],
  );
const reply = (staged: object) =>
  local.gateway.replies.add({ type: 'void', orderId: order, reply: 'lost', ...staged });
const recover = async () => {
  await store.clock.advance(60_000);
  await store.recovery.sweep('due');
};
const requests = () =>
  store.database.query('select kind, state, started_by from refund_requests where attempt_id = $1', [order]);
const refunded = { status: 200, body: { status: 'refunded', refunded_display: '$10.00' } };

describe('a refund that a customer starts', () => {
  it('voids an unsettled sale, removes the credits, and has one result however often it is repeated', async () => {
    expect(await check()).toEqual({
      allowed: true,
      amount_cents: 1_000,
      credits: 1_300,
      spent: 0,
      until: store.clock.after(14 * dayMs).toISOString(),
      requested_at: null,
    });
    const first = await refund();
    expect(first).toMatchObject(refunded);
    expect(await refund()).toEqual({ ...first, headers: expect.anything() });
    expect(gatewayRefunds()).toEqual(['void 1000']);
    expect(await credits()).toEqual({ balance: 0, held: 0 });
    expect(await eventTypes()).toEqual([
      'customer.created',
      'purchase.completed',
      'purchase.refund_requested',
      'balance.exhausted',
      'purchase.reversed',
    ]);
    expect(await check()).toMatchObject({ allowed: false, reason: 'not-completed', requested_at: null });
  });

  it('refunds a settled sale, and only what is left of it', async () => {
    await local.gateway.settle(order);
    await local.gateway.refund(order, { amountCents: 250 });
    await store.recovery.recheck(order, 'records');
    expect(await check()).toMatchObject({ allowed: true, amount_cents: 750, credits: 975, spent: 0 });
    expect(await refund()).toMatchObject(refunded);
    expect(gatewayRefunds()).toEqual(['refund 250', 'refund 750']);
    expect(await credits()).toEqual({ balance: 0, held: 0 });
  });

  it('is made once if it is requested several times at once', async () => {
    const replies = await Promise.all([refund(), refund(), refund()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(gatewayRefunds()).toEqual(['void 1000']);
  });

  it('is named in what coffer shows, as are those of operators and at the gateway', async () => {
    await refund();
    await recover();
    const shown = await operator.run('attempt', order);
    expect(shown.text).toMatch(/void \(started by customer\), by records/);
    expect(shown.text).toMatch(/ {2}customer {2}void /);
    expect((await operator.run('audit', '--customer', customer)).text).toContain('customer  refund: asked');
    await buy();
    await operator.run('refund', order, '--yes');
    expect((await operator.run('attempt', order)).text).toMatch(
      /started by operator[\s\S]+ {2}operator grace /,
    );
    await buy();
    await local.gateway.void(order);
    await store.recovery.recheck(order, 'records');
    expect((await operator.json('attempt', order)).movements.at(-1)).toMatchObject({ startedBy: 'gateway' });
    expect((await operator.run('books')).text).toMatch(
      /\d reversals started by customer, \d reversals started by gateway, \d reversals started by operator/,
    );
  });

  it('needs a sign-in within ten minutes, unless it is repeated', async () => {
    const earlier = await signIn(store, customer, { minutesAgo: 11 });
    expect(await refund(earlier)).toMatchObject(refusal(403, 'recent-sign-in-required'));
    expect(await store.call(path, { as: earlier })).toMatchObject({ body: { allowed: true } });
    await refund();
    expect(await refund(earlier)).toMatchObject(refunded);
  });

  it('pauses top-up, also if the gateway refuses', async () => {
    await buy({ save_card: true });
    const [card] = await listCards(store, token);
    await agree(store, { id: customer, token, cardId: card?.id ?? '' });
    reply({ reply: 'code', code: 300 });
    expect(await refund()).toMatchObject(refusal(409, 'refund-refused'));
    const paused = { state: 'paused', paused_reason: 'refunded' };
    expect(await readTopUp(store, { id: customer, token, cardId: '' })).toMatchObject(paused);
  });

  it('is limited like payments', async () => {
    const limited = await startAnother(store, { attemptsPerMinute: 1 });
    expect(await refund(token, limited)).toMatchObject(refunded);
    expect(await refund(token, limited)).toMatchObject(refusal(429, 'rate-limited'));
  });

  it('needs a transaction of the customer', async () => {
    const other = await signIn(store, await store.newCustomer());
    expect(await refund(other)).toMatchObject(refusal(404, 'transaction-not-found'));
    path = '/api/transactions/7/refund';
    expect(await refund()).toMatchObject(refusal(400, 'invalid-request'));
  });
});

const openReturn = (closes = false) =>
  openCase(
    { database: store.database, log: silentLog },
    {
      kind: closes ? 'return' : 'two-charges',
      reference: order,
      customerId: customer,
      attemptId: order,
      evidence: {},
    },
  );

describe('a purchase can’t be refunded', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['too-late', 'after the period', () => store.clock.advance(14 * dayMs)],
    ['credits-spent', 'after a spend', () => spend(store, customer, 12)],
    [
      'credits-held',
      'during a hold',
      () => callCredits(store, 'hold', customer, { credits: 5, expires_in: 60 }),
    ],
    ['not-completed', 'after another refund', () => operator.run('refund', order, '--yes')],
    ['disputed', 'while a case is open', () => openReturn()],
    [
      'disputed',
      'after a return by the bank',
      async () => {
        await openReturn(true);
        await store.database.query(
          "update open_cases set closed_at = now(), closed_by = 'store', resolution = ''",
        );
      },
    ],
    [
      'disputed',
      'while an operator refunds it',
      async () => {
        reply({ reply: 'code', code: 400, effect: 'nothing' });
        await operator.run('refund', order, '--yes');
      },
    ],
    [
      'too-often',
      'after two refunds in 90 days',
      async () => {
        for (const times of [1, 2]) {
          expect(await refund(), `refund ${times}`).toMatchObject(refunded);
          await buy();
        }
      },
    ],
  ])('for the reason %s, %s', async (reason, _, prepare) => {
    await prepare();
    const before = gatewayRefunds();
    token = await signIn(store, customer);
    expect(await check()).toMatchObject({ allowed: false, reason });
    expect(await refund()).toMatchObject({ status: 409, body: { code: 'not-refundable', reason } });
    expect(gatewayRefunds()).toEqual(before);
  });

  it('after a later purchase, until that is refunded', async () => {
    const [earlier, earlierOrder] = [path, order];
    await buy();
    const later = path;
    path = earlier;
    expect(await check()).toMatchObject({ allowed: false, reason: 'not-latest' });
    path = later;
    await refund();
    [path, order] = [earlier, earlierOrder];
    expect(await refund()).toMatchObject(refunded);
  });

  it('if the store is set to 0 days', async () => {
    const off = await startAnother(store, { selfRefundDays: 0 });
    const state = { allowed: false, reason: 'off', until: null };
    expect(await off.call(path, { as: token })).toMatchObject({ body: state });
    expect(await refund(token, off)).toMatchObject({ status: 409, body: { reason: 'off' } });
  });

  it.each(['blocked_at', 'erased_at'])('by a customer with %s', async (column) => {
    await store.database.query(`update customers set ${column} = store_now() where customer_id = $1`, [
      customer,
    ]);
    expect(await check()).toMatchObject({ allowed: false, reason: 'off' });
    expect(await refund()).toMatchObject(refusal(403, 'customer-blocked'));
    expect(gatewayRefunds()).toEqual([]);
  });

  it('while the gateway can’t be read or reached, and the credits stay available', async () => {
    local.gateway.records.delay({});
    await buy();
    expect(await refund()).toMatchObject(refusal(503, 'gateway-unreachable'));
    expect(await requests()).toEqual([]);
    local.gateway.records.release();
    reply({ reply: 'too-many-requests' });
    expect(await refund()).toMatchObject(refusal(503, 'gateway-unreachable'));
    expect(await credits()).toEqual({ balance: 2_600, held: 0 });
    expect(await refund()).toMatchObject(refunded);
  });
});

describe('while the outcome is unknown', () => {
  it('the credits are held, and the store finds the refund in the records', async () => {
    await store.clock.advance(5 * dayMs);
    token = await signIn(store, customer);
    local.gateway.records.delay({ orderId: order });
    reply({});
    expect(await refund()).toMatchObject({ status: 200, body: { status: 'completed' } });
    await recover();
    expect(await credits()).toEqual({ balance: 1_300, held: 1_300 });
    local.gateway.records.release();
    await recover();
    expect(await credits()).toEqual({ balance: 0, held: 0 });
    expect(await refund()).toMatchObject(refunded);
    expect(gatewayRefunds()).toEqual(['void 1000']);
    expect(await requests()).toEqual([{ kind: 'void', state: 'recorded', started_by: 'customer' }]);
  });

  const loseWithoutRefund = async () => {
    reply({ reply: 'code', code: 400, effect: 'nothing' });
    expect(await refund()).toMatchObject({ status: 200, body: { status: 'completed' } });
  };
  const closeCase = async () => {
    const { cases } = await operator.json('open');
    const { caseId } = cases.find(({ attemptId }: { attemptId: string }) => attemptId === order);
    await operator.run('open', 'close', caseId, '--note', 'The gateway did not refund it');
    await recover();
  };

  it('nothing else uses the credits, and nothing is sent again', async () => {
    await loseWithoutRefund();
    expect(await credits()).toEqual({ balance: 1_300, held: 1_300 });
    expect(await check()).toMatchObject({ allowed: false, requested_at: store.clock.now.toISOString() });
    expect(await check()).not.toHaveProperty('reason');
    expect(await spend(store, customer, 1)).toMatchObject({ outcome: 'insufficient-credits' });
    expect((await store.call('/api/holds', { as: token })).body).toEqual({ holds: [] });
    expect(await refund()).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(await operator.run('refund', order, '--yes')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('that customer requested'),
    });
    expect(gatewayRefunds()).toEqual([]);
  });

  it('an operator who closes its case frees the credits', async () => {
    await loseWithoutRefund();
    await closeCase();
    expect(await credits()).toEqual({ balance: 1_300, held: 0 });
    expect(await refund()).toMatchObject(refunded);
  });

  it('a reversal of another purchase takes the credits that it needs, and the rest stays held', async () => {
    const earlier = order;
    await spend(store, customer, 700);
    await buy();
    await loseWithoutRefund();
    await local.gateway.void(earlier);
    await store.recovery.recheck(earlier, 'records');
    expect(await credits()).toEqual({ balance: 600, held: 600 });
  });

  it('a partial refund at the gateway leaves the rest held', async () => {
    await local.gateway.settle(order);
    local.gateway.replies.add({
      type: 'refund',
      orderId: order,
      reply: 'code',
      code: 400,
      effect: 'nothing',
    });
    await refund();
    await local.gateway.refund(order, { amountCents: 500 });
    await store.recovery.recheck(order, 'records');
    expect(await credits()).toEqual({ balance: 650, held: 650 });
  });

  it('a refund of less than was requested frees the rest', async () => {
    await local.gateway.settle(order);
    local.gateway.replies.add({
      type: 'refund',
      orderId: order,
      reply: 'code',
      code: 400,
      effect: 'nothing',
    });
    await refund();
    await local.gateway.refund(order, { amountCents: 990, shape: 'own-transaction', orderId: order });
    await store.database.query(
      'update refund_requests set gateway_transaction_id = $2 where attempt_id = $1',
      [order, local.gateway.transactions(order).at(-1)?.transactionId],
    );
    await recover();
    expect(await credits()).toEqual({ balance: 13, held: 0 });
  });

  it('credits expire only once they are free again', async () => {
    const change = (days: string) =>
      operator.run('products', 'change', 'plus-1200', '--credits-expire', days);
    await change('1');
    await buy();
    await change('never');
    await loseWithoutRefund();
    await store.clock.advance(2 * dayMs);
    await expireCredits(store.database);
    expect(await credits()).toEqual({ balance: 2_600, held: 1_300 });
    await closeCase();
    await expireCredits(store.database);
    expect(await credits()).toEqual({ balance: 1_400, held: 0 });
  });

  it('a store that starts frees credits that the previous release left held', async () => {
    await loseWithoutRefund();
    await store.database.query(
      "update refund_requests set state = 'refused', ended_at = store_now() where attempt_id = $1",
      [order],
    );
    await freeEndedRefunds(store.database);
    expect(await credits()).toEqual({ balance: 1_300, held: 0 });
  });
});
