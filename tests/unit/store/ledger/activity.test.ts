import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitySchema } from '#contract/activity.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { activityKinds } from '#contract/queries.ts';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
beforeEach(async () => {
  customer = await store.newCustomer();
});
afterEach(() => expectBooksToBalance(store.database));

const call = (query = '', as = customer) => store.call(`/api/activity${query}`, { as });
const read = async (query = '') => v.parse(activitySchema, (await call(query)).body);
const rows = async (query = '') =>
  (await read(query)).entries.map(
    ({ kind, description, credits, balance_after }) => `${kind} ${description}: ${credits}, ${balance_after}`,
  );

const { grant, spend, hold } = callsAbout(() => ({ merchant, customer }));
const buy = async (): Promise<string> => {
  const order = crypto.randomUUID();
  expect(await pay(store, customer, paymentRequest(), order)).toMatchObject({ status: 200 });
  return order;
};
const reverse = async (order: string, ...actions: string[]) => {
  store.gateway.saleActions.set(order, actions);
  await store.recovery.recheck(order, 'event 1');
};
const inHours = (hours: number) => store.clock.after(hours * 3_600_000).toISOString();

describe('GET /api/activity', () => {
  it('lists every balance change, newest first, with the merchant’s description', async () => {
    const order = await buy();
    const adjust = ['adjust', customer, '-3', '--reason', 'not for the customer', '--yes'];
    await createOperator(store.database).json(...adjust);
    const spent = await spend(150, { reference: 'job 1', description: 'A picture of Ada' });
    await merchant.put(`/spends/${spent}/returns/${crypto.randomUUID()}`, { credits: 20 });
    await spend(1, { reference: 'job 2' });
    await spend(2);
    const held = await hold(50, { reference: 'job 3' });
    await merchant.post(`/holds/${held}/capture`, { credits: 40 });
    await grant(500, { expires_at: inHours(1) });
    await merchant.delete(`/grants/${await grant(7, { reason: 'Sorry' })}`);
    await store.clock.advance(3_600_000);
    await reverse(order, actionXml('refund', '-5.00'));
    await reverse(order, actionXml('refund', '-5.00'), actionXml('refund', '-5.00'));

    const { entries, next } = await read();
    expect(next).toBeNull();
    expect(entries[0]).toMatchObject({ id: '13', date: store.clock.now.toISOString() });
    expect(await rows()).toEqual([
      'reversal Plus: -650, -176',
      'reversal Plus: -650, 474',
      'expiry Welcome: -500, 1124',
      'grant Sorry: -7, 1624',
      'grant Sorry: 7, 1631',
      'grant Welcome: 500, 1624',
      'spend job 3: -40, 1124',
      'spend null: -2, 1164',
      'spend job 2: -1, 1166',
      'return A picture of Ada: 20, 1167',
      'spend A picture of Ada: -150, 1147',
      'adjustment null: -3, 1297',
      'purchase Plus: 1300, 1300',
    ]);
    for (const kind of activityKinds) {
      const ofKind = entries.filter((entry) => entry.kind === kind);
      expect(ofKind.length).toBeGreaterThan(0);
      expect(await read(`?kind=${kind}`)).toEqual({ entries: ofKind, next: null });
    }
  });

  it('names the package whose credits expired', async () => {
    const operator = createOperator(store.database);
    await operator.run('products', 'change', 'plus-1200', '--bonus-expire', '1');
    await buy();
    await operator.run('products', 'change', 'plus-1200', '--bonus-expire', 'never');
    await store.clock.advance(86_400_000);
    expect(await rows()).toEqual(['expiry Plus: -100, 1200', 'purchase Plus: 1300, 1300']);
  });

  it('pages to older entries while newer ones arrive, with 20 per page by default', async () => {
    for (const credits of [1, 2, 3, 4, 5]) await grant(credits, { reason: `No. ${credits}` });
    await spend(1);
    const first = await read('?limit=2&kind=grant');
    expect(first.entries.map(({ credits }) => credits)).toEqual([5, 4]);
    await grant(6);
    const second = await read(`?limit=2&kind=grant&before=${first.next}`);
    expect(second.entries.map(({ credits }) => credits)).toEqual([3, 2]);
    const last = await read(`?limit=2&kind=grant&before=${second.next}`);
    expect(last).toMatchObject({ entries: [{ credits: 1, balance_after: 1 }], next: null });
    expect(await read('?limit=6&before=7')).toMatchObject({ entries: { length: 6 }, next: null });
    expect(await read('?before=1')).toEqual({ entries: [], next: null });
    for (let credits = 1; credits <= 14; credits += 1) await grant(credits);
    expect(await read()).toMatchObject({ entries: { length: 20 }, next: '2' });
  });

  it('never lists another customer’s changes', async () => {
    const other = customer;
    await buy();
    await grant(5);
    customer = await store.newCustomer();
    const empty = { entries: [], next: null };
    for (const query of ['', ...activityKinds.map((kind) => `kind=${kind}`)]) {
      expect(await read(`?${query}`)).toEqual(empty);
      expect(await read(`?customer_id=${other}&id=${other}&${query}`)).toEqual(empty);
    }
    await grant(1);
    expect(await read('?before=1')).toEqual({ entries: [], next: null });
    expect(await call('?before=2')).toMatchObject({ status: 400 });
    expect(await rows()).toEqual(['grant Welcome: 1, 1']);
  });

  it('rejects invalid parameters', async () => {
    const details = {
      kind: 'kind must be one of spend, return, grant, expiry, purchase, reversal, adjustment.',
      limit: 'limit must be a whole number from 1 to 100.',
      before: 'before must be the `next` of an earlier page.',
    };
    const before = ['', '0', '-1', '1.5', '9007199254740993', '1'];
    const wrong = { kind: ['refund', ''], limit: ['0', '101'], before };
    for (const name of ['kind', 'limit', 'before'] as const)
      for (const value of wrong[name])
        expect(await call(`?${name}=${value}`), `${name}=${value}`).toMatchObject(
          refusal(400, 'invalid-request', details[name]),
        );
  });

  it('omits the texts of an erased customer', async () => {
    await buy();
    await grant(5, { reason: 'For Ada' });
    const spent = await spend(4, { description: 'A picture of Ada' });
    await merchant.put(`/spends/${spent}/returns/${crypto.randomUUID()}`, { credits: 1 });
    const held = await hold(1, { reference: 'Ada’s job' });
    await merchant.post(`/holds/${held}/capture`);
    await createOperator(store.database).run('erase', customer, '--yes');
    expect(await rows()).toEqual([
      'spend null: -1, 1301',
      'return null: 1, 1302',
      'spend null: -4, 1301',
      'grant null: 5, 1305',
      'purchase Plus: 1300, 1300',
    ]);
  });
});

describe('GET /v1/customers/{id}/activity', () => {
  const path = (query: string, id = customer) => `/customers/${id}/activity${query}`;
  const list = async (query = '') => {
    const { status, body } = await merchant.get(path(query));
    expect(status).toBe(200);
    return v.parse(merchantReplySchemas.CustomerActivity, body);
  };
  const credits = async (query: string) => (await list(query)).entries.map((entry) => entry.credits);
  const giveBack = (spent: string, amount: number) =>
    merchant.put(`/spends/${spent}/returns/${crypto.randomUUID()}`, { credits: amount });

  it('lists what the customer sees, with references and the ids of spends, holds and grants', async () => {
    await buy();
    const granted = await grant(5, { expires_at: inHours(1) });
    const spent = await spend(4, { reference: 'chat', description: 'A talk' });
    const plain = await spend(1);
    await giveBack(spent, 3);
    const held = await hold(2, { reference: 'job 1' });
    await merchant.post(`/holds/${held}/capture`);
    await createOperator(store.database).json('adjust', customer, '3', '--reason', 'x', '--yes');
    await store.clock.advance(3_600_000);
    const { entries } = await list();
    const { body } = await merchant.get(`/customers/${customer}/grants`);
    const added = v.parse(merchantReplySchemas.Grants, body).grants.find(({ kind }) => kind === 'adjustment');
    const fields = [
      { grant_id: granted },
      { grant_id: added?.id },
      { reference: 'job 1', hold_id: held },
      { reference: 'chat', spend_id: spent },
      { reference: null, spend_id: plain },
      { reference: 'chat', spend_id: spent },
      { grant_id: granted },
      {},
    ];
    const seen = (await read()).entries;
    expect(entries).toEqual(seen.map((entry, place) => ({ ...entry, ...fields[place] })));
    expect(entries[0]).toMatchObject({ kind: 'expiry' });
  });

  it('pages through one reference, and one kind of it', async () => {
    await grant(100);
    const spent = await spend(10, { reference: 'chat' });
    await spend(9, { reference: 'images' });
    await merchant.post(`/holds/${await hold(8, { reference: 'chat' })}/capture`);
    await hold(7, { reference: 'chat' });
    await giveBack(spent, 6);
    await spend(5, { reference: 'chat' });
    await giveBack(spent, 4);
    expect(await credits('?reference=chat')).toEqual([4, -5, 6, -8, -10]);
    expect(await credits('?reference=chat&kind=return')).toEqual([4, 6]);
    expect(await credits('?reference=chat&kind=spend')).toEqual([-5, -8, -10]);
    expect(await credits('?reference=chat&kind=grant')).toEqual([]);
    expect(await credits('?reference=Chat')).toEqual([]);
    const first = await list('?reference=chat&limit=2');
    const second = await list(`?reference=chat&limit=2&before=${first.next}`);
    const last = await list(`?reference=chat&limit=2&before=${second.next}`);
    const all = [first, second, last].flatMap(({ entries }) => entries.map((entry) => entry.credits));
    expect(all).toEqual([4, -5, 6, -8, -10]);
    expect(last.next).toBeNull();
    await createOperator(store.database).run('erase', customer, '--yes', '--account-stays');
    expect(await credits('?reference=chat')).toEqual([]);
  });

  it('lists the changes from one time until before another, also of a kind or reference', async () => {
    const times: string[] = [];
    for (const amount of [1, 2, 3]) {
      times.push(store.clock.now.toISOString());
      await grant(amount);
      await spend(1, { reference: 'chat' });
      await store.clock.advance(1);
    }
    const [, second = ''] = times;
    const plus = second.replace('Z', '+00:00');
    expect(await credits(`?from=${second}`)).toEqual([-1, 3, -1, 2]);
    expect(await credits(`?from=${plus}&kind=grant`)).toEqual([3, 2]);
    expect(await credits(`?to=${second}`)).toEqual([-1, 1]);
    expect(await credits(`?to=${second}&kind=spend`)).toEqual([-1]);
    expect(await credits(`?from=${second}&to=${times[2]}&reference=chat`)).toEqual([-1]);
    expect(await credits(`?from=${second}&to=${second}`)).toEqual([]);
    const { next } = await list(`?from=${second}&limit=3`);
    expect(await list(`?from=${second}&before=${next}`)).toMatchObject({
      entries: [{ credits: 2 }],
      next: null,
    });
  });

  it('rejects an unknown customer', async () => {
    expect(await merchant.get(path('', crypto.randomUUID()))).toMatchObject(
      refusal(404, 'customer-not-found'),
    );
  });
});
