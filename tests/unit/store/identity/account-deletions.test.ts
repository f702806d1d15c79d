import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { listCards, payAndSave, saveCard, signIn } from '../support/card-payments.ts';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { billingAddress, pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint, refusal } from '../support/refusals.ts';
import { spend } from '../support/spending.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';
import { findTablesWith, killedAt } from '../support/test-database.ts';
import { agree } from '../top-up/customers.ts';

const start = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
let customer: string;
let token: string;
let email: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const operator = createOperator(store.database);
const { grant, hold, spend: spendNow } = callsAbout(() => ({ merchant, customer }));
/** Other processes of a store that may not list the pool's users. */
const withoutCredentials = { userPool: { ...store.config.userPool, credentials: undefined } };
const otherProcess = (database = store.database) => startAnother(store, withoutCredentials, { database });

const cut = (when: 'before' | 'after' | 'never') => {
  store.pool.cutsDeletion = (at) => at === when;
};
beforeEach(async () => {
  await store.clock.set(start);
  await store.database.query('update customers set deletion_check_at = null');
  customer = await store.newCustomer();
  email = `${customer}@example.com`;
  token = await signIn(store, customer);
});
afterEach(async () => {
  cut('never');
  await store.accountDeletions.settled();
});

const remove = async (
  as = token,
  { call, accountDeletions }: Pick<typeof store, 'call' | 'accountDeletions'> = store,
) => {
  const reply = await call('/api/account', { method: 'DELETE', as });
  await accountDeletions.settled();
  return reply;
};
const recorded = { status: 202, body: { requested_at: '2026-11-20T12:00:00.000Z' } };
const readRecord = async () => {
  const { customer: record, cards } = await operator.json('customer', customer);
  return { ...record, cards };
};
const expectDeleted = async () => {
  expect(store.pool.attributes.has(customer)).toBe(false);
  expect(await readRecord()).toMatchObject({ email: null, firstName: null, isDeletionOpen: false });
  expect(await findTablesWith(store.database, email)).toEqual([]);
};
const waiting = () => store.logged.filter(({ event }) => event === 'account-deletion-unfinished');
/** Stops the pool from deleting users, so that the deletion stays open. */
const leaveOpen = async () => {
  cut('before');
  expect(await remove()).toMatchObject(recorded);
  cut('never');
};

describe('DELETE /api/account', () => {
  it('deletes the saved cards, the pool’s user and the personal data, and keeps the books', async () => {
    await saveCard(store, token);
    expect(await remove()).toMatchObject(recorded);
    await store.vaultCards.work();
    await expectDeleted();
    expect(await readRecord()).toMatchObject({ cards: [{ state: 'removed', last4: null }] });
    expect(await operator.json('customer', customer)).toMatchObject({ account: { balance: 1300 } });
    const { actions } = await operator.json('audit', '--customer', customer);
    const byCustomer = { operator: 'customer', command: 'delete account', customerId: customer };
    expect(actions.slice(-2)).toMatchObject([
      { ...byCustomer, result: 'erased' },
      { ...byCustomer, result: 'requested' },
    ]);
  });

  it('keeps the access token only in memory', async () => {
    await leaveOpen();
    const signature = token.split('.')[2] ?? '';
    expect(await findTablesWith(store.database, signature)).toEqual([]);
    expect(JSON.stringify(store.logged)).not.toContain(signature);
  });

  it('needs a sign-in within ten minutes, but not to repeat it', async () => {
    const old = await signIn(store, customer, { minutesAgo: 10 });
    expect(await remove(old)).toMatchObject(refusal(403, 'recent-sign-in-required'));
    expect(await readRecord()).toMatchObject({ deletionRequestedAt: null, blockedAt: null });
    await leaveOpen();
    expect(await remove(old)).toMatchObject(recorded);
    await expectDeleted();
  });

  it('returns 401 once the user is gone, and 404 without a customer record', async () => {
    await remove();
    expect(await remove()).toMatchObject(refusal(401, 'not-signed-in'));
    expect(await remove(undefined, await otherProcess())).toMatchObject(refusal(401, 'not-signed-in'));
    const stranger = crypto.randomUUID();
    store.pool.attributes.set(stranger, {});
    expect(await remove(await signIn(store, stranger))).toMatchObject(refusal(404, 'customer-not-found'));
  });

  it.each(['purchase', 'top-up'])('is refused while the outcome of a %s is unknown', async (kind) => {
    if (kind === 'top-up') {
      const { id } = await saveCard(store, token);
      await agree(store, { id: customer, token, cardId: id });
      await spend(store, customer, 1_000);
      await store.clock.advance(30 * minute);
      token = await signIn(store, customer);
    }
    Object.assign(store.gateway, { behavior: 'charge, then cut the connection', records: 'failing' });
    if (kind === 'top-up') await store.topUps.work();
    else await pay(store, token, paymentRequest());
    expect(await remove()).toMatchObject(refusal(409, 'open-purchase'));
    expect(await readRecord()).toMatchObject({ deletionRequestedAt: null, blockedAt: null });
    store.gateway.records = 'true';
    await store.clock.advance(minute);
    await store.recovery.sweep('all');
    expect(await remove()).toMatchObject({ status: 202 });
    await expectDeleted();
    expect(store.gateway.charges).toHaveLength(kind === 'top-up' ? 2 : 1);
  });
});

describe('a customer who is deleting the account', () => {
  it('can’t buy, add cards or use top-up, and gets no spends, holds or grants', async () => {
    const { id: cardId } = await saveCard(store, token);
    await agree(store, { id: customer, token, cardId });
    await spend(store, customer, 1_000);
    await store.clock.advance(30 * minute);
    token = await signIn(store, customer);
    cut('before');
    expect(await remove()).toMatchObject({ status: 202 });
    const charges = store.gateway.charges.length;
    const blocked = refusal(403, 'customer-blocked');
    expect(await payAndSave(store, token)).toMatchObject(blocked);
    expect(await agree(store, { id: customer, token, cardId })).toMatchObject(blocked);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { payment_token: 'tok-new', billing_address: billingAddress };
    expect(await store.call('/api/cards', { method: 'POST', as: token, body, headers })).toMatchObject(
      blocked,
    );
    const call = { customer_id: customer, credits: 1 };
    for (const path of ['spends', 'holds', 'grants'])
      expect(
        await merchant.put(`/${path}/${crypto.randomUUID()}`, {
          ...call,
          ...(path === 'grants' && { reason: 'x' }),
        }),
      ).toMatchObject(refusal(402, 'customer-blocked'));
    const spends = [{ id: crypto.randomUUID(), ...call }];
    const { body: batch } = await merchant.post('/spends', { spends });
    expect(batch).toMatchObject({ results: [{ status: 402, code: 'customer-blocked' }] });
    // The spend above had requested a top-up.
    await store.topUps.work();
    expect(store.gateway.charges).toHaveLength(charges);
    expect(await listCards(store, token)).toEqual([]);
    await expectComplaint(
      operator.run('unblock', customer, '--reason', 'x'),
      `Customer ${customer} deleted the account, so they stay blocked.`,
    );
  });

  it('still has open holds, returns and refunds booked', async () => {
    const order = crypto.randomUUID();
    await pay(store, token, paymentRequest(), order);
    await grant(50);
    const [captured, released] = [await hold(10), await hold(20)];
    const spent = await spendNow(5);
    await leaveOpen();
    expect(await merchant.post(`/holds/${captured}/capture`)).toMatchObject({ status: 200 });
    expect(await merchant.post(`/holds/${released}/release`)).toMatchObject({ status: 200 });
    const returned = `/spends/${spent}/returns/${crypto.randomUUID()}`;
    expect(await merchant.put(returned, { credits: 5 })).toMatchObject({ status: 201 });
    await store.gateway.refund(order);
    expect(await store.recovery.recheck(order, 'records')).toMatchObject({ booked: { status: 'refunded' } });
    const { text } = await operator.run('customer', customer);
    expect(text).toMatch(/^Deletion +requested 2026-11-20 12:00:00 UTC, not finished$/m);
    await store.clock.advance(45_000);
    const open = { accountDeletions: 1, oldestDeletionAge: 45 };
    expect(await readStoreState(store.database)).toMatchObject(open);
    expect(await remove()).toMatchObject({ status: 202 });
    expect(await readStoreState(store.database)).toMatchObject({ accountDeletions: 0, oldestDeletionAge: 0 });
  });

  it.each(['open', 'finished'])('keeps the record as it is after the deletion is %s', async (state) => {
    if (state === 'open') await leaveOpen();
    else await remove();
    const known = state === 'open' ? email : null;
    store.pool.attributes.set(customer, { email: `new-${email}`, given_name: 'Grace' });
    await store.clock.advance(5 * minute);
    const as = await signIn(store, customer, { session: 'second' });
    expect(await store.call('/api/auth/profile', { as })).toMatchObject({
      status: 200,
      body: { email: known },
    });
    const created = await merchant.put(`/customers/${customer}`, {});
    expect(created).toMatchObject(state === 'open' ? { status: 200 } : refusal(404, 'customer-not-found'));
  });
});

describe('an interrupted deletion', () => {
  it.each([
    ['the deletion is recorded', 'request_deletion', 500],
    ['the pool deletes the user', 'user_deletion_sent_at', 202],
    ['the store records that the user is gone', 'set user_deleted_at', 202],
    ['the data is erased', 'end_deletion', 202],
  ])('finishes when it is repeated after a kill before %s', async (_, statement, status) => {
    await saveCard(store, token);
    const killed = await otherProcess(killedAt(store.database, statement));
    expect(await remove(token, killed)).toMatchObject({ status });
    const restarted = await otherProcess();
    expect([202, 401]).toContain((await remove(token, restarted)).status);
    await restarted.accountDeletions.work();
    await restarted.vaultCards.work();
    await expectDeleted();
    expect(await readRecord()).toMatchObject({ cards: [{ state: 'removed' }] });
    expect(store.gateway.charges).toHaveLength(1);
  });

  it('is finished by any process without the token once the user’s deletion is recorded', async () => {
    await remove(token, await otherProcess(killedAt(store.database, 'end_deletion')));
    expect(await readRecord()).toMatchObject({ email, isDeletionOpen: true });
    await (await otherProcess()).accountDeletions.work();
    await expectDeleted();
  });

  it.each(['before', 'after'] as const)(
    'is retried if the connection is cut %s the pool deletes the user',
    async (when) => {
      cut(when);
      expect(await remove()).toMatchObject(recorded);
      expect(await readRecord()).toMatchObject({ email, isDeletionOpen: true });
      cut('never');
      await store.accountDeletions.work();
      await expectDeleted();
    },
  );

  it('does not wait for the gateway, which deletes the cards later', async () => {
    await saveCard(store, token);
    store.gateway.vault = 'failing';
    await remove();
    await store.vaultCards.work();
    await expectDeleted();
    expect(await readRecord()).toMatchObject({ cards: [{ state: 'removing' }] });
    store.gateway.vault = 'true';
    await store.clock.advance(minute);
    await store.vaultCards.work();
    expect(await readRecord()).toMatchObject({ cards: [{ state: 'removed' }] });
  });

  it('forgets a token that the pool refuses, and finishes after another sign-in', async () => {
    const message = 'Access Token has expired';
    store.pool.refusals.set(customer, { __type: 'NotAuthorizedException', message });
    await remove();
    expect(store.logged).toContainEqual({ event: 'user-not-deleted', status: 400, why: message });
    store.pool.refusals.delete(customer);
    await store.accountDeletions.work();
    expect(await readRecord()).toMatchObject({ email, isDeletionOpen: true });
    expect(await remove(await signIn(store, customer, { session: 'second' }))).toMatchObject(recorded);
    await expectDeleted();
  });

  it('without a token finishes only if the pool no longer has the user', async () => {
    await remove(token, await otherProcess(killedAt(store.database, 'user_deletion_sent_at')));
    await store.clock.advance(10 * minute);
    await store.accountDeletions.work();
    expect(waiting()).toHaveLength(1);
    expect(await readRecord()).toMatchObject({ email, isDeletionOpen: true });
    store.pool.attributes.delete(customer);
    await store.accountDeletions.work();
    expect(waiting()).toHaveLength(1);
    await store.clock.advance(10 * minute);
    await store.accountDeletions.work();
    await expectDeleted();
  });

  it('erases the data a day after an unknown outcome, and deletes the user if the customer repeats it', async () => {
    const other = await otherProcess();
    await remove(token, await otherProcess(killedAt(store.database, 'set user_deleted_at')));
    store.pool.attributes.set(customer, { email });
    await store.clock.advance(day);
    await other.accountDeletions.work();
    expect(await readRecord()).toMatchObject({ email, isDeletionOpen: true });
    await store.clock.advance(2 * day);
    await other.accountDeletions.work();
    expect(await readRecord()).toMatchObject({ email: null, isDeletionOpen: false });
    expect(await operator.json('audit', '--customer', customer)).toMatchObject({
      actions: expect.arrayContaining([expect.objectContaining({ result: 'erased, user unknown' })]),
    });
    expect(await remove()).toMatchObject(recorded);
    await expectDeleted();
  });
});
