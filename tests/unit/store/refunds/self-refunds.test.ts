import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '#server/store/events/merchant-events.ts';
import { seedCustomer } from '#server/store/ledger/seeding.ts';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { openCase } from '#server/store/payments/open-cases.ts';
import { freeEndedRefunds } from '#server/store/refunds/refund-requests.ts';
import { listCards, signIn } from '../support/card-payments.ts';
import { silentLog } from '../support/logs.ts';
import { createOperator } from '../support/operator.ts';
import { readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { callCredits, spend } from '../support/spending.ts';
import { buyAtLocalGateway, reversalsAt, storeAtLocalGateway } from '../support/store-at-local-gateway.ts';
import { startAnother } from '../support/store-under-test.ts';
import { agree, readTopUp } from '../top-up/customers.ts';

const dayMs = 86_400_000;
const { local, store } = await storeAtLocalGateway();
const operator = createOperator(store.database, local);
let customer: string;
let token: string;
let order: string;
let path: string;
beforeEach(async () => {
  customer = await store.newCustomer();
  token = await signIn(store, customer);
  await buy();
});

/** Buys 1,200 + 100 credits for $10.00. The calls below are then about this purchase. */
const buy = async (more: object = {}) => {
  order = crypto.randomUUID();
  await buyAtLocalGateway({ local, store }, token, { order, ...more });
  path = `/api/transactions/${(await readLedger(store, token))[0]?.id}/refund`;
};
const check = async () => (await store.call(path, { as: token })).body;
const refund = (as = token, at: Pick<typeof store, 'call'> = store) => at.call(path, { method: 'POST', as });
const sentRefunds = () => reversalsAt(local, order);
const credits = async () => {
  const sums = 'select balance, held from accounts where customer_id = $1';
  return (await store.database.query(sums, [customer]))[0];
};
const nothing = { reply: 'code', code: 400, effect: 'nothing' } as const;
const stage = (reply: Partial<Parameters<typeof local.gateway.replies.add>[0]>) =>
  local.gateway.replies.add({ type: 'void', orderId: order, reply: 'lost', ...reply });
const recover = async () => {
  await store.clock.advance(60_000);
  await store.recovery.sweep('due');
};
const recheck = (orderId = order) => store.recovery.recheck(orderId, 'records');
const refunded = { status: 200, body: { status: 'refunded', refunded_display: '$10.00' } };
const inProgress = { status: 200, body: { status: 'completed' } };

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
    const { status, body } = await refund();
    expect({ status, body }).toMatchObject(refunded);
    expect(await refund()).toMatchObject({ status, body });
    expect(sentRefunds()).toEqual(['void 1000']);
    expect(await credits()).toEqual({ balance: 0, held: 0 });
    expect(await check()).toMatchObject({ allowed: false, reason: 'not-completed', requested_at: null });
    const events = await readEvents(store.database, { after: '0', limit: 10_000 });
    const own = events.filter(({ data }) => JSON.stringify(data).includes(customer));
    expect(own.map(({ type }) => type)).toEqual([
      'customer.created',
      'purchase.completed',
      'purchase.refund_requested',
      'purchase.reversed',
      'balance.exhausted',
    ]);
  });

  it('refunds a settled sale, and only what is left of it', async () => {
    await local.gateway.settle(order);
    await local.gateway.refund(order, { amountCents: 250 });
    await recheck();
    expect(await check()).toMatchObject({ allowed: true, amount_cents: 750, credits: 975, spent: 0 });
    expect(await refund()).toMatchObject(refunded);
    expect(sentRefunds()).toEqual(['refund 250', 'refund 750']);
    expect(await credits()).toEqual({ balance: 0, held: 0 });
  });

  it('is named in what coffer shows, as are those of operators and at the gateway', async () => {
    await refund();
    const attempt = async () => (await operator.run('attempt', order)).text;
    expect(await attempt()).toMatch(/void \(started by customer\)[\s\S]+ {2}customer {2}void/);
    expect((await operator.run('audit', '--customer', customer)).text).toMatch(
      /customer {2}refund: recorded[\s\S]+customer {2}refund: approved[\s\S]+customer {2}refund: asked/,
    );
    await buy();
    await operator.run('refund', order, '--yes');
    expect(await attempt()).toMatch(/void \(started by operator\)[\s\S]+ {2}operator grace {2}void/);
    await buy();
    await local.gateway.void(order);
    await recheck();
    expect(await attempt()).toContain('void (started by gateway)');
    const counted = ['customer', 'gateway', 'operator'].map((who) => `\\d+ reversals started by ${who}`);
    expect((await operator.run('books')).text).toMatch(new RegExp(counted.join(', ')));
  });

  it('needs a sign-in within ten minutes, unless it is repeated', async () => {
    const earlier = await signIn(store, customer, { minutesAgo: 11 });
    expect(await refund(earlier)).toMatchObject(refusal(403, 'recent-sign-in-required'));
    await refund();
    expect(await refund(earlier)).toMatchObject(refunded);
  });

  /** Turns top-up on. The calls below are then about a new purchase. */
  const agreeToTopUp = async () => {
    await buy({ save_card: true });
    const [card] = await listCards(store, token);
    const owner = { id: customer, token, cardId: card?.id ?? '' };
    await agree(store, owner);
    return owner;
  };

  it('pauses top-up, unless the gateway refuses it', async () => {
    const owner = await agreeToTopUp();
    stage({ reply: 'code', code: 300 });
    expect(await refund()).toMatchObject(refusal(409, 'refund-refused'));
    expect(await readTopUp(store, owner)).toMatchObject({ state: 'on', paused_reason: null });
    expect(await refund()).toMatchObject(refunded);
    expect(await readTopUp(store, owner)).toMatchObject({ state: 'paused', paused_reason: 'refunded' });
  });

  it.each(['reversal', 'operator'] as const)('leaves top-up paused if a %s pauses it, too', async (by) => {
    const earlier = order;
    const owner = await agreeToTopUp();
    stage(nothing);
    await refund();
    await store.clock.advance(1_000);
    if (by === 'operator') await operator.run('top-ups', 'pause', customer, '--reason', 'fraud');
    else await local.gateway.void(earlier);
    await recheck(earlier);
    await store.database.query(close);
    await recover();
    const reason = by === 'operator' ? 'merchant' : 'refunded';
    expect(await readTopUp(store, owner)).toMatchObject({ state: 'paused', paused_reason: reason });
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

const openCaseOf = (kind: 'return' | 'two-charges') =>
  openCase(
    { database: store.database, log: silentLog },
    { kind, reference: order, customerId: customer, attemptId: order, evidence: {} },
  );
const close = "update open_cases set closed_at = now(), closed_by = 'store', resolution = ''";
const refundTwice = async () => {
  for (const _ of ['first', 'second']) {
    expect(await refund()).toMatchObject(refunded);
    await buy();
  }
};

describe('a purchase can’t be refunded', () => {
  it.each<[string, string, () => unknown]>([
    ['after the period', 'too-late', () => store.clock.advance(14 * dayMs)],
    ['after a spend', 'credits-spent', () => spend(store, customer, 12)],
    [
      'during a hold',
      'credits-held',
      () => callCredits(store, 'hold', customer, { credits: 5, expires_in: 60 }),
    ],
    ['after another refund', 'not-completed', () => operator.run('refund', order, '--yes')],
    ['while a case is open', 'disputed', () => openCaseOf('two-charges')],
    ['after a return', 'disputed', () => openCaseOf('return').then(() => store.database.query(close))],
    [
      'while an operator refunds it',
      'disputed',
      () => [stage(nothing), operator.run('refund', order, '--yes')][1],
    ],
    ['after two refunds in 90 days', 'too-often', refundTwice],
  ])('%s: %s', async (_, reason, prepare) => {
    await prepare();
    const before = sentRefunds();
    token = await signIn(store, customer);
    expect(await check()).toMatchObject({ allowed: false, reason });
    expect(await refund()).toMatchObject({ status: 409, body: { code: 'not-refundable', reason } });
    expect(sentRefunds()).toEqual(before);
  });

  it('after a later purchase, until that is refunded', async () => {
    const earlier = path;
    await buy();
    const later = path;
    path = earlier;
    expect(await check()).toMatchObject({ allowed: false, reason: 'not-latest' });
    path = later;
    await refund();
    path = earlier;
    expect(await refund()).toMatchObject(refunded);
  });

  it('if the store is set to 0 days', async () => {
    const off = await startAnother(store, { selfRefundDays: 0 });
    const state = { allowed: false, reason: 'off', until: null };
    expect(await off.call(path, { as: token })).toMatchObject({ body: state });
    expect(await refund(token, off)).toMatchObject({ status: 409, body: { reason: 'off' } });
  });

  it('if the gateway of another store charged it', async () => {
    customer = await store.newCustomer();
    const ada = {
      id: customer,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: null,
    };
    await seedCustomer(store.database, ada, 1, store.products, store.clock.now);
    token = await signIn(store, customer);
    path = `/api/transactions/${(await readLedger(store, token))[0]?.id}/refund`;
    expect(await check()).toMatchObject({ allowed: false, reason: 'off' });
    expect(await refund()).toMatchObject({ status: 409, body: { reason: 'off' } });
  });

  it.each(['blocked_at', 'erased_at'])('by a customer with %s', async (column) => {
    const set = `update customers set ${column} = store_now() where customer_id = $1`;
    await store.database.query(set, [customer]);
    expect(await check()).toMatchObject({ allowed: false, reason: 'off' });
    expect(await refund()).toMatchObject(refusal(403, 'customer-blocked'));
  });

  it('while the gateway can’t be read or reached, and the credits stay available', async () => {
    local.gateway.records.delay({});
    await buy();
    expect(await refund()).toMatchObject(refusal(503, 'gateway-unreachable'));
    local.gateway.records.release();
    stage({ reply: 'too-many-requests' });
    expect(await refund()).toMatchObject(refusal(503, 'gateway-unreachable'));
    expect(await credits()).toEqual({ balance: 2_600, held: 0 });
    expect(await refund()).toMatchObject(refunded);
  });
});

describe('while a refund’s outcome is unknown', () => {
  it('the store looks it up, even if the sale is old', async () => {
    await store.clock.advance(5 * dayMs);
    token = await signIn(store, customer);
    local.gateway.records.delay({ orderId: order });
    stage({});
    expect(await refund()).toMatchObject(inProgress);
    await recover();
    expect(await credits()).toEqual({ balance: 1_300, held: 1_300 });
    local.gateway.records.release();
    await recover();
    expect(await credits()).toEqual({ balance: 0, held: 0 });
    expect(await refund()).toMatchObject(refunded);
    expect(sentRefunds()).toEqual(['void 1000']);
  });

  it('the end of an earlier lookup doesn’t cancel a lookup that was just scheduled', async () => {
    const schedule = `update purchase_attempts set check_at = store_now() + $2::interval
      where attempt_id = $1 returning check_at`;
    await store.database.query(schedule, [order, '0']);
    const attempts = createPurchaseAttempts(store.database, store.config);
    const [due] = await attempts.takeDue('due', 3 * dayMs, 1);
    const scheduled = await store.database.query(schedule, [order, '1 h']);
    await attempts.stopChecking(due ?? expect.fail('No lookup is due.'));
    const read = 'select check_at from purchase_attempts where attempt_id = $1';
    expect(await store.database.query(read, [order])).toEqual(scheduled);
  });

  it('nothing else uses the credits, and nothing is sent again', async () => {
    stage(nothing);
    expect(await refund()).toMatchObject(inProgress);
    expect(await credits()).toEqual({ balance: 1_300, held: 1_300 });
    const state = await check();
    expect(state).toMatchObject({ allowed: false, requested_at: store.clock.now.toISOString() });
    expect(state).not.toHaveProperty('reason');
    expect(await spend(store, customer, 1)).toMatchObject({ outcome: 'insufficient-credits' });
    expect((await store.call('/api/holds', { as: token })).body).toEqual({ holds: [] });
    expect(await refund()).toMatchObject(inProgress);
    const told = { exitCode: 3, text: expect.stringContaining('that the customer requested') };
    expect(await operator.run('refund', order, '--yes')).toMatchObject(told);
    expect(sentRefunds()).toEqual([]);
  });

  it('an operator who closes its case frees the credits', async () => {
    stage(nothing);
    await refund();
    const { cases } = await operator.json('open');
    const { caseId } = cases.find(({ attemptId }: { attemptId: string }) => attemptId === order);
    await operator.run('open', 'close', caseId, '--note', 'The gateway did not refund it');
    await recover();
    expect(await credits()).toEqual({ balance: 1_300, held: 0 });
    expect(await refund()).toMatchObject(refunded);
  });

  it('a reversal of another purchase takes the credits that it needs, and the rest stays held', async () => {
    const earlier = order;
    await spend(store, customer, 700);
    await buy();
    stage(nothing);
    await refund();
    await local.gateway.void(earlier);
    await recheck(earlier);
    expect(await credits()).toEqual({ balance: 600, held: 600 });
  });

  it('a smaller refund leaves the rest held, until the store knows that it is the one that was requested', async () => {
    await local.gateway.settle(order);
    stage({ type: 'refund', ...nothing });
    await refund();
    await local.gateway.refund(order, { amountCents: 500, shape: 'own-transaction', orderId: order });
    await recheck();
    expect(await credits()).toEqual({ balance: 650, held: 650 });
    const id = local.gateway.transactions(order).at(-1)?.transactionId;
    const name = 'update refund_requests set gateway_transaction_id = $2 where attempt_id = $1';
    await store.database.query(name, [order, id]);
    await recheck();
    expect(await credits()).toEqual({ balance: 650, held: 0 });
  });

  it('a store that starts frees credits that the previous release left held', async () => {
    stage(nothing);
    await refund();
    const end = "update refund_requests set state = 'refused', ended_at = store_now() where attempt_id = $1";
    await store.database.query(end, [order]);
    await freeEndedRefunds(store.database);
    expect(await credits()).toEqual({ balance: 1_300, held: 0 });
  });
});
