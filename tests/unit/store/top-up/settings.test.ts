import { beforeEach, describe, expect, it } from 'vitest';
import { saveCard, signIn } from '../support/card-payments.ts';
import { refusal } from '../support/refusals.ts';
import { spend } from '../support/spending.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { agree, type Customer, changePlus, newCustomerWithCard, readTopUp } from './customers.ts';

let customer: Customer;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await newCustomerWithCard(store);
});

const consents = () =>
  store.database.query(
    `select state, cause, words, at, threshold_credits, price_cents, monthly_limit_cents, card_id
     from top_up_consents where customer_id = $1 order by consent`,
    [customer.id],
  );

describe('top-up settings', () => {
  it('are off until the customer agrees, and record each consent', async () => {
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
      is_below_threshold: false,
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
    ['an outdated consent text', { consent: '2020-01-01' }, 409, 'consent-outdated'],
    ['an unknown package', { product_id: 'none' }, 404, 'product-not-found'],
    ['an unknown card', { card_id: crypto.randomUUID() }, 404, 'card-not-found'],
    ['a limit below the price', { monthly_limit_cents: 999 }, 400, 'invalid-request'],
    ['a threshold of zero', { threshold_credits: 0 }, 400, 'invalid-request'],
    ['a threshold equal to the package’s credits', { threshold_credits: 1_300 }, 400, 'invalid-request'],
  ])('are refused with %s', async (_, changes, status, code) => {
    expect(await agree(store, customer, changes)).toMatchObject({ status, body: { code } });
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'off' });
    expect(await consents()).toEqual([]);
  });

  it('are refused if the price differs from the price that the customer saw', async () => {
    const saw = (cents: string) => agree(store, customer, {}, { 'X-Expected-Amount-Cents': cents });
    expect(await saw('999')).toMatchObject(refusal(409, 'price-changed'));
    expect(await saw('1000')).toMatchObject({ status: 200 });
  });

  describe('with a sign-in ten minutes ago', () => {
    const late = async () => ({ ...customer, token: await signIn(store, customer.id, { minutesAgo: 10 }) });
    const refused = refusal(403, 'recent-sign-in-required');
    const agreed = { threshold_credits: 400, monthly_limit_cents: 4_000 };
    beforeEach(async () => {
      expect(await agree(store, customer, agreed)).toMatchObject({ status: 200 });
    });

    it.each([
      ['a lower threshold', { threshold_credits: 399 }],
      ['a lower limit', { monthly_limit_cents: 3_999 }],
      ['the same values', {}],
    ])('can be changed to %s', async (_, changes) => {
      expect(await agree(store, await late(), { ...agreed, ...changes })).toMatchObject({ status: 200 });
    });

    it.each([
      ['a higher threshold', { threshold_credits: 401 }],
      ['a higher limit', { monthly_limit_cents: 4_001 }],
      ['a cheaper package', { product_id: 'starter-500' }],
      ['a more expensive package', { product_id: 'pro-3000' }],
    ])('cannot be changed to %s', async (_, changes) => {
      expect(await agree(store, await late(), { ...agreed, ...changes })).toMatchObject(refused);
      expect(await readTopUp(store, customer)).toMatchObject({ ...agreed, product_id: 'plus-1200' });
    });

    it.each([
      ['price_cents - 1', 'price_cents + 1'],
      ['bonus_credits - 1', 'bonus_credits + 1'],
    ])('cannot be saved again after the package changed: %s', async (change, undo) => {
      await changePlus(store, change);
      expect(await agree(store, await late(), agreed)).toMatchObject(refused);
      await changePlus(store, undo);
    });

    it('cannot be turned on, even after a pause, or use another card', async () => {
      const { id } = await saveCard(store, customer.token);
      expect(await agree(store, { ...(await late()), cardId: id }, agreed)).toMatchObject(refused);
      await store.database.query("select pause_top_ups(array[$1], null, 'merchant')", [customer.id]);
      expect(await agree(store, await late(), agreed)).toMatchObject(refused);
      const turnOff = { method: 'DELETE', as: (await late()).token };
      expect(await store.call('/api/top-up', turnOff)).toMatchObject({ status: 200, body: { state: 'off' } });
      expect(await agree(store, await late(), agreed)).toMatchObject(refused);
    });
  });

  it('keep their consents and requests if they are saved unchanged', async () => {
    const open = 'select request_id from top_up_requests where customer_id = $1 and ended_at is null';
    const save = async (changes = {}) => {
      expect(await agree(store, customer, changes)).toMatchObject({ status: 200 });
      return { consents: await consents(), requests: await store.database.query(open, [customer.id]) };
    };
    const first = await save();
    await spend(store, customer.id, 1_000);
    await store.clock.advance(1_000);
    expect(await save()).toEqual({ ...first, requests: [{ request_id: expect.any(String) }] });
    const changed = await save({ threshold_credits: 499 });
    expect(changed).toMatchObject({ consents: [{}, { threshold_credits: 499 }], requests: [] });
    expect(await readTopUp(store, customer)).toMatchObject({ is_below_threshold: true });
    await changePlus(store, 'rank');
    expect((await save({ threshold_credits: 499 })).consents).toHaveLength(3);
  });

  it('are refused with another customer’s card', async () => {
    const id = await store.newCustomer();
    const other = { ...customer, id, token: await signIn(store, id) };
    expect(await agree(store, other)).toMatchObject(refusal(404, 'card-not-found'));
  });

  it('are not found without a customer record', async () => {
    expect(await store.call('/api/top-up', { as: 'no-record' })).toMatchObject({ status: 404 });
  });
});
