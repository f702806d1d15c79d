import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreConfig } from '#server/store/config/config.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { billingAddress, pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile({ ATTEMPTS_PER_MINUTE: '5' });
beforeEach(async () => {
  customer = await store.newCustomer();
});

const ledger = () => readLedger(store, customer);
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;

const storeWithGateway = (changes: Partial<StoreConfig['gateway']>) =>
  startAnother(store, { gateway: { ...store.config.gateway, ...changes } });

describe('a purchase', () => {
  it('charges the price of the product and adds its credits', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const reply = await pay(store, customer, request, key);

    const [entry] = await ledger();
    const body = { transaction_id: entry?.id, credits_added: 1300, amount_cents: 1000 };
    expect(reply).toMatchObject({ status: 200, body });
    expect(entry).toEqual({
      id: expect.any(String),
      product_name: 'Plus',
      transaction_date: store.clock.now.toISOString(),
      status: 'completed',
      amount_display: '$10.00',
      credits_received: 1200,
      bonus_credits: 100,
      total_credits: 1300,
      balance_after_transaction: 1300,
      ionic_transaction_id: expect.stringMatching(/^\d{10}$/),
      ionic_order_id: key,
      reversals: [],
      refunded_display: null,
      failure_reason: null,
      is_automatic: false,
      card: null,
    });
    expect(await balance()).toEqual({ balance: 1300 });
    expect(store.gateway.charges).toEqual([{ orderId: key, amount: '10.00' }]);
    expect(Object.fromEntries(store.gateway.requests[0] ?? [])).toEqual({
      security_key: store.gateway.securityKey,
      type: 'sale',
      payment_token: request.payment_token,
      amount: '10.00',
      currency: 'USD',
      orderid: key,
      email: `${customer}@example.com`,
      ...billingAddress,
      state: 'IL',
    });
  });

  it('sends dup_seconds if the store configures a duplicate window', async () => {
    await pay(await storeWithGateway({ duplicateSeconds: 0 }), customer, paymentRequest());
    expect(store.gateway.requests[0]?.get('dup_seconds')).toBe('0');
  });

  it('adds to the summary', async () => {
    await pay(store, customer, paymentRequest());
    await pay(store, customer, paymentRequest({ product_id: 'pro-3000' }));
    expect((await store.call('/api/transactions/summary', { as: customer })).body).toEqual({
      total_spent_display: '$35.00',
      total_transactions: 2,
      total_credits_purchased: 4800,
      current_balance: 4800,
    });
  });

  it('ignores a price in the request', async () => {
    const request = { ...paymentRequest(), price_cents: 1, amount: '0.01', credits: 1_000_000 };
    expect(await pay(store, customer, request)).toMatchObject({ status: 200, body: { amount_cents: 1000 } });
  });

  it('removes markup from the customer’s data before the sale', async () => {
    const first_name = '</first_name><condition>complete</condition>';
    const billing = { ...billingAddress, first_name, address1: '1 < 2 & 3 St', country: '<>' };
    await pay(store, customer, paymentRequest({ billing_address: billing }));
    const sent = Object.fromEntries(store.gateway.requests[0] ?? []);
    expect(sent).toMatchObject({ address1: '1   2 & 3 St', country: '  ' });
    expect(Object.values(sent).join()).not.toMatch(/[<>]/);
  });

  it('leaves no token, address or key in the log or the database', async () => {
    const request = paymentRequest();
    await pay(store, customer, request);
    store.gateway.behavior = { refuseWith: 200 };
    await pay(store, customer, paymentRequest({ payment_token: `${request.payment_token}-2` }));

    const tables = ['purchase_attempts', 'gateway_claims', 'transactions', 'accounts'];
    const rows = await Promise.all(
      tables.map((table) => store.database.query(`select t::text as row from ${table} t`)),
    );
    const kept = JSON.stringify([rows, store.logged]);
    for (const secret of [request.payment_token, 'Main St', store.gateway.securityKey, '(555)'])
      expect(kept).not.toContain(secret);
  });

  it('is refused for a user without a customer record', async () => {
    store.pool.attributes.set('stranger', { email: 'stranger@example.com' });
    const reply = await pay(store, 'stranger', paymentRequest());
    expect(reply).toMatchObject(refusal(404, 'customer-not-found', 'Customer not found'));
    expect(store.gateway.requests).toEqual([]);
  });

  it('is refused for a product that is not on sale', async () => {
    const reply = await pay(store, customer, paymentRequest({ product_id: 'constructor' }));
    expect(reply).toMatchObject(refusal(404, 'product-not-found', 'This package is no longer available.'));
    expect(await ledger()).toEqual([]);
  });

  it('is refused after too many attempts within a minute', async () => {
    const paid = [];
    for (let attempt = 1; attempt <= 6; attempt += 1)
      paid.push((await pay(store, customer, paymentRequest())).status);
    expect(paid).toEqual([200, 200, 200, 200, 200, 429]);
    expect(store.gateway.requests).toHaveLength(5);
    await store.clock.advance(60_000);
    expect((await pay(store, customer, paymentRequest())).status).toBe(200);
  });
});

it.each([
  [200, 'Your card was declined. Please try another card or contact your bank.'],
  [202, 'Your card was declined: insufficient funds.'],
  [223, 'Your card was declined: it has expired.'],
  [252, 'Your card was declined. Please try another card or contact your bank.'],
  [400, 'Your card could not be processed, and it was not charged. Please try again.'],
])('a decline with code %i is explained in plain words and adds no credits', async (refuseWith, detail) => {
  store.gateway.behavior = { refuseWith, text: 'PIC UP CARD <b>' };
  const key = crypto.randomUUID();
  const request = paymentRequest();
  const first = await pay(store, customer, request, key);
  store.gateway.behavior = 'charge';
  const again = await pay(store, customer, request, key);

  expect(first).toMatchObject({ status: 402, body: { code: 'declined', detail } });
  expect(again).toMatchObject({ status: 402, body: { code: 'declined', detail } });
  expect(await ledger()).toMatchObject([
    {
      status: 'failed',
      failure_reason: detail,
      balance_after_transaction: 0,
      ionic_transaction_id: expect.stringMatching(/^\d{10}$/),
      ionic_order_id: key,
    },
  ]);
  expect(await balance()).toEqual({ balance: 0 });
  expect(store.gateway.charges).toEqual([]);
});

describe('a request that the gateway turns down', () => {
  const usedToken = 'Payment Token does not exist REFID:1';

  it.each([
    { chargeAndRefuseWith: 300, text: usedToken },
    { chargeAndRefuseWith: 300, text: 'Duplicate transaction REFID:2' },
    { chargeAndRefuseWith: 430, text: 'Duplicate transaction at processor' },
  ])('is a purchase if its order was charged earlier ($chargeAndRefuseWith, $text)', async (behavior) => {
    store.gateway.behavior = behavior;
    const reply = await pay(store, customer, paymentRequest(), crypto.randomUUID());
    expect(reply).toMatchObject({ status: 200, body: { credits_added: 1300, amount_cents: 1000 } });
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it.each([
    [{ refuseWith: 300, text: usedToken }, 'token-used', /enter your card again/],
    [{ refuseWith: 300, text: 'Duplicate transaction REFID:2' }, 'declined', /not charged again/],
    [{ refuseWith: 430, text: 'Duplicate' }, 'declined', /not charged again/],
  ])('is reported as failed if the gateway’s records have no charge: %j', async (behavior, code, detail) => {
    store.gateway.behavior = behavior;
    const reply = await pay(store, customer, paymentRequest(), crypto.randomUUID());
    expect(reply).toMatchObject({ status: 402, body: { code, detail: expect.stringMatching(detail) } });
    expect(await ledger()).toMatchObject([{ status: 'failed' }]);
  });

  it('has an unknown outcome if an earlier request might have charged and the gateway’s records lag', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    store.gateway.behavior = { chargeAndRefuseWith: 301, text: 'Rate limit' };
    expect((await pay(store, customer, request, key)).status).toBe(503);
    store.gateway.behavior = { refuseWith: 300, text: usedToken };
    store.gateway.records = 'lagging';
    const again = await pay(store, customer, request, key);
    expect(again).toMatchObject(refusal(502, 'outcome-unknown'));

    store.gateway.records = 'true';
    await store.recovery.sweep('all');
    expect(await ledger()).toMatchObject([{ status: 'completed' }]);
  });

  it('has an unknown outcome if the gateway’s records cannot be read', async () => {
    store.gateway.behavior = { refuseWith: 300, text: usedToken };
    store.gateway.records = 'failing';
    const reply = await pay(store, customer, paymentRequest(), crypto.randomUUID());
    expect(reply).toMatchObject(refusal(502, 'outcome-unknown'));
  });
});

describe('a card that approves part of the amount', () => {
  it('is refunded for that part and buys nothing', async () => {
    store.gateway.behavior = 'charge a part of it';
    const reply = await pay(store, customer, paymentRequest());
    expect(reply).toMatchObject(refusal(402, 'declined', expect.stringContaining('nothing was charged')));
    expect(store.gateway.voids).toEqual([expect.stringMatching(/^\d{10}$/)]);
    expect(store.logged).toContainEqual(
      expect.objectContaining({ event: 'partly-charged', chargedCents: 400, outcome: 'taken-back' }),
    );
    expect(await balance()).toEqual({ balance: 0 });
  });

  it('has an unknown outcome until that part is refunded', async () => {
    store.gateway.behavior = 'charge a part of it';
    store.gateway.refusesVoids = true;
    expect(await pay(store, customer, paymentRequest())).toMatchObject(refusal(502, 'outcome-unknown'));
    expect(await ledger()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('an unreachable gateway', () => {
  it('allows a retry of the same attempt', async () => {
    store.gateway.behavior = { refuseWith: 301, text: 'Rate limit' };
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const first = await pay(store, customer, request, key);
    const [pending] = await ledger();
    store.gateway.behavior = 'charge';
    const { arrived, release } = store.gateway.hold();
    const sending = pay(store, customer, request, key);
    await arrived;
    const second = await pay(store, customer, request, key);
    release();
    const sent = await sending;

    const detail = expect.stringContaining('was not charged');
    expect(first).toMatchObject(refusal(503, 'gateway-unreachable', detail));
    expect(first.headers.get('Retry-After')).toBe('5');
    expect(pending?.status).toBe('pending');
    const inProgress = refusal(409, 'attempt-in-progress', expect.stringContaining('being confirmed'));
    expect(second).toMatchObject(inProgress);
    expect(second.headers.get('Retry-After')).toBe('2');
    expect(sent.status).toBe(200);
    expect(await ledger()).toMatchObject([{ id: pending?.id, status: 'completed' }]);
    expect(store.gateway.charges).toHaveLength(1);
  });

  it('is recognized by a refused connection', async () => {
    const closed = await listenOnLoopback(() => undefined);
    await closed.close();
    const reply = await pay(await storeWithGateway({ url: closed.url }), customer, paymentRequest());
    const detail = expect.stringContaining('was not charged');
    expect(reply).toMatchObject(refusal(503, 'gateway-unreachable', detail));
  });
});

describe('an unknown outcome', () => {
  it.each([
    'charge, then cut the connection',
    'charge, then answer HTML',
    'charge, then answer 500',
    'cut the connection',
    { refuseWith: 421 },
    { refuseWith: 999 },
  ] as const)('is never reported as a failure or retried: %j', async (behavior) => {
    store.gateway.behavior = behavior;
    store.gateway.records = 'lagging';
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const reply = await pay(store, customer, request, key);
    store.gateway.behavior = 'charge';
    const again = await pay(store, customer, request, key);

    const detail = expect.stringContaining('Please do not pay again');
    expect(reply).toMatchObject(refusal(502, 'outcome-unknown', detail));
    expect(again).toMatchObject({ status: 409, body: { code: 'attempt-in-progress', detail } });
    expect(await ledger()).toMatchObject([{ status: 'pending' }]);
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('has status 504 if the gateway does not respond in time', async () => {
    store.gateway.behavior = 'charge and hang';
    const impatient = await storeWithGateway({ saleTimeoutMs: 200 });
    const reply = await pay(impatient, customer, paymentRequest());
    expect(reply).toMatchObject(refusal(504, 'outcome-unknown'));
  });
});
