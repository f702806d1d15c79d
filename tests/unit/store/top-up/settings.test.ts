import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveCard, signIn } from '../support/card-payments.ts';
import { type StoreUnderTest, startStoreUnderTest } from '../support/store-under-test.ts';
import { agree, type Customer, newCustomerWithCard, readTopUp } from './customers.ts';

let store: StoreUnderTest;
let customer: Customer;
beforeAll(async () => {
  store = await startStoreUnderTest();
}, 60_000);
afterAll(() => store.close());
beforeEach(async () => {
  customer = await newCustomerWithCard(store);
});

const consents = () =>
  store.database.query(
    `select state, cause, words, at, threshold_credits, price_cents, monthly_limit_cents, card_id
     from top_up_consents where customer_id = $1 order by consent`,
    [customer.id],
  );

describe('the settings of top-up', () => {
  it('are off until the customer agrees, and keep each consent', async () => {
    const off = await readTopUp(store, customer);
    expect(off).toMatchObject({ state: 'off', is_available: true, product_id: null, consented_at: null });
    expect(await agree(store, customer)).toMatchObject({ status: 200, body: { state: 'on' } });
    expect(await readTopUp(store, customer)).toMatchObject({
      state: 'on',
      threshold_credits: 500,
      product_id: 'plus-1200',
      card_id: customer.cardId,
      monthly_limit_cents: 5_000,
      consented_at: store.clock.now.toISOString(),
      interval_seconds: 1_800,
      last_charge: null,
    });
    await store.call('/api/top-up', { method: 'DELETE', as: customer.token });
    expect(await consents()).toMatchObject([
      {
        state: 'on',
        cause: 'customer',
        words: off.consent_version,
        price_cents: 1_000,
        card_id: customer.cardId,
      },
      { state: 'off', cause: 'customer', words: null, threshold_credits: 500 },
    ]);
  });

  it.each([
    ['other words', { consent: '2020-01-01' }, 409, 'consent-outdated'],
    ['an unknown package', { product_id: 'none' }, 404, 'product-not-found'],
    ['an unknown card', { card_id: crypto.randomUUID() }, 404, 'card-not-found'],
    ['a limit below the price', { monthly_limit_cents: 999 }, 400, 'invalid-request'],
    ['no threshold', { threshold_credits: 0 }, 400, 'invalid-request'],
  ])('are refused with %s', async (_, changes, status, code) => {
    expect(await agree(store, customer, changes)).toMatchObject({ status, body: { code } });
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'off' });
    expect(await consents()).toEqual([]);
  });

  it('are refused at another price than the customer saw', async () => {
    const saw = (cents: string) => agree(store, customer, {}, { 'X-Expected-Amount-Cents': cents });
    expect(await saw('999')).toMatchObject({ status: 409, body: { code: 'price-changed' } });
    expect(await saw('1000')).toMatchObject({ status: 200 });
  });

  it('need a sign-in within ten minutes to turn it on or change the card, and not for other changes', async () => {
    const late = { ...customer, token: await signIn(store, customer.id, { minutesAgo: 10 }) };
    const refused = { status: 403, body: { code: 'recent-sign-in-required' } };
    expect(await agree(store, late)).toMatchObject(refused);
    await agree(store, customer);
    expect(await agree(store, late, { threshold_credits: 900 })).toMatchObject({ status: 200 });
    const { id } = await saveCard(store, customer.token);
    expect(await agree(store, { ...late, cardId: id })).toMatchObject(refused);
  });

  it('are refused with the card of another customer', async () => {
    const id = await store.newCustomer();
    const other = { ...customer, id, token: await signIn(store, id) };
    expect(await agree(store, other)).toMatchObject({ status: 404, body: { code: 'card-not-found' } });
  });

  it('are not found without a customer record', async () => {
    expect(await store.call('/api/top-up', { as: 'no-record' })).toMatchObject({ status: 404 });
  });
});
