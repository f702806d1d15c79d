import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreConfig } from '#server/store/config/config.ts';
import { callsAbout, createMerchant, type Merchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const { grant } = callsAbout(() => ({ merchant, customer }));
beforeEach(() => {
  customer = crypto.randomUUID();
  store.pool.attributes.set(customer, { email: `${customer}@example.com`, given_name: 'Ada' });
  store.pool.failWith = undefined;
});

const create = (id = customer, as: Merchant = merchant) => as.put(`/customers/${id}`, {});
const visit = () => store.call('/api/auth/profile', { as: customer });
const createdEvents = async (): Promise<unknown[]> => {
  const { body } = await merchant.get('/events?limit=1000');
  const { events } = body as { events: { type: string; data: { id: string } }[] };
  return events.filter(({ type, data }) => type === 'customer.created' && data.id === customer);
};
const erase = () => createOperator(store.database).run('erase', customer, '--yes', '--account-stays');

describe('PUT /v1/customers/{id}', () => {
  it('creates a customer once, and adds an event', async () => {
    const credits = { id: customer, email: null, balance: 0, held: 0, available: 0 };
    const none = { ...credits, spending_limit: null };
    const [first, second] = await Promise.all([create(customer.toUpperCase()), create()]);
    expect([first.status, second.status].sort()).toEqual([200, 201]);
    expect(first.body).toEqual(none);
    store.pool.failWith = 500;
    expect(await create()).toMatchObject({ status: 200, body: none });
    expect((await merchant.get(`/customers/${customer}`)).body).toEqual(none);
    expect(await createdEvents()).toMatchObject([{ data: credits }]);
  });

  it('allows grants before the first visit, which adds the email address', async () => {
    await create();
    await grant(50);
    expect(await visit()).toMatchObject({ status: 200, body: { email: `${customer}@example.com` } });
    const { body } = await store.call('/api/credits/balance', { as: customer });
    expect(body).toEqual({ balance: 50 });
    const known = { id: customer, email: `${customer}@example.com`, balance: 50 };
    expect(await create()).toMatchObject({ status: 200, body: known });
    expect(await createdEvents()).toHaveLength(1);
  });

  it('adds no second event after a first visit, which adds it with the email address', async () => {
    await visit();
    expect(await create()).toMatchObject({ status: 200 });
    expect(await createdEvents()).toMatchObject([{ data: { email: `${customer}@example.com` } }]);
  });

  it('returns customer-not-found for an erased customer until they sign in again', async () => {
    await create();
    await visit();
    await erase();
    expect(await create()).toMatchObject(refusal(404, 'customer-not-found'));
    await store.clock.advance(60_000);
    const iat = Math.floor(Date.now() / 1_000) + 60 * 60 * 24 * 365;
    const as = await store.pool.accessToken(customer, { iat, auth_time: iat, exp: iat + 3_600 });
    expect(await store.call('/api/auth/profile', { as })).toMatchObject({ status: 200 });
    expect(await create()).toMatchObject({ status: 200, body: { email: `${customer}@example.com` } });
  });

  it('returns customer-not-found if the user pool has no such user', async () => {
    store.pool.attributes.delete(customer);
    expect(await create()).toMatchObject(refusal(404, 'customer-not-found'));
    expect(await merchant.get(`/customers/${customer}`)).toMatchObject({ status: 404 });
  });

  it('returns 503 with Retry-After if the user pool does not respond', async () => {
    store.pool.failWith = 500;
    const reply = await create();
    expect(reply).toMatchObject(refusal(503, 'unavailable'));
    expect(reply.headers.get('Retry-After')).toBe('5');
  });

  it('trusts the caller without the user pool’s credentials', async () => {
    store.pool.attributes.delete(customer);
    const userPool: StoreConfig['userPool'] = { ...store.config.userPool, credentials: undefined };
    const trusting = await createMerchant(await startAnother(store, { userPool }));
    expect(await create(customer, trusting)).toMatchObject({ status: 201 });
  });
});
