import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oddRequests, routesOf, webhookKey } from '#tests/soak/odd-requests.ts';
import { createMerchant } from '../support/merchant.ts';
import { billingAddress, pay, paymentRequest } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile({ GATEWAY_WEBHOOK_KEY: webhookKey });
const customer = await store.newCustomer();

const oneLine = expect.stringMatching(/^[^\n]{5,200}$/);

describe('GET /api/transactions/history', () => {
  const wrong = {
    page: ['0', '-1', '1.5', 'abc', '', '1e3', '99999999999999999999', '%00'],
    limit: ['0', '101', 'ten'],
    status: ['', 'Completed', 'unknown', '__proto__', 'constructor', "failed'%20or%201=1", '%F0%9F%AA%99'],
  };
  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)))(
    'rejects ?%s',
    async (query) => {
      const reply = await store.call(`/api/transactions/history?${query}`, { as: customer });
      expect(reply).toMatchObject({ status: 400, body: { detail: oneLine } });
    },
  );

  it('ignores unknown parameters', async () => {
    const query = '__proto__[limit]=x&constructor.prototype.limit=x&sort=up&page=1&page=x';
    const reply = await store.call(`/api/transactions/history?${query}`, { as: customer });
    expect(reply.status).toBe(200);
  });
});

describe('POST /api/checkout/process-payment-token', () => {
  /** Number of sales that a test expects. The store must not charge for rejected requests. */
  let sold = 0;
  beforeEach(() => {
    sold = 0;
    store.gateway.charges.length = 0;
  });
  afterEach(() => expect(store.gateway.charges).toHaveLength(sold));

  const withBilling = (changes: Record<string, unknown>) => ({
    ...paymentRequest(),
    billing_address: { ...billingAddress, ...changes },
  });
  const bodies: [string, unknown][] = [
    ['an empty body', ''],
    ['broken JSON', '{"product_id":'],
    ['a list', []],
    ['null', 'null'],
    ['a number', '7'],
    ['an empty object', {}],
    ['a product id that is a number', { ...paymentRequest(), product_id: 7 }],
    ['an empty product id', { ...paymentRequest(), product_id: '' }],
    ['a very long product id', { ...paymentRequest(), product_id: 'x'.repeat(101) }],
    ['no payment token', { ...paymentRequest(), payment_token: undefined }],
    ['a very long payment token', { ...paymentRequest(), payment_token: 'x'.repeat(201) }],
    ['no billing address', { ...paymentRequest(), billing_address: null }],
    ['a blank first name', withBilling({ first_name: '   ' })],
    ['a very long street', withBilling({ address1: 'x'.repeat(201) })],
    ['a state in full', withBilling({ state: 'Illinois' })],
    ['a ZIP code of four digits', withBilling({ zip: '1234' })],
    ['a ZIP code in another script', withBilling({ zip: '١٢٣٤٥' })],
    ['a country in full', withBilling({ country: 'USA' })],
    ['a phone that is a list', withBilling({ phone: ['1'] })],
    ...['product_id', 'payment_token', ...Object.keys(billingAddress)].flatMap((field) =>
      ['\\u0000', '\\ud800', '\\u001b[2J', '\\u202e', 'x\\ny'].map((control): [string, string] => [
        `${field} with ${control}`,
        JSON.stringify(
          field in billingAddress
            ? withBilling({ [field]: 'Ada#' })
            : { ...paymentRequest(), [field]: 'Ada#' },
        ).replace('#', `${control}King`),
      ]),
    ),
    ['keys of the prototype', '{"__proto__":{"product_id":"plus-1200"},"constructor":{}}'],
  ];

  it.each(bodies)('rejects %s', async (_, body) => {
    const reply = await pay(store, customer, body);
    expect(reply).toMatchObject({ status: 400, body: { detail: oneLine } });
  });

  it('names the invalid field but never repeats its value', async () => {
    const secret = 'x'.repeat(201);
    const body = { ...withBilling({ zip: 'zip' }), payment_token: secret };
    const reply = await pay(store, customer, body);
    expect(reply.body).toEqual({ code: 'invalid-request', detail: 'payment_token is not valid.' });
    const missing = await pay(store, customer, withBilling({ zip: undefined }));
    expect(missing.body).toEqual({ code: 'invalid-request', detail: 'billing_address.zip is required.' });
  });

  it.each(['', 'x', '123', `${crypto.randomUUID()}, ${crypto.randomUUID()}`, `${crypto.randomUUID()}x`])(
    'rejects the Idempotency-Key %j',
    async (key) => {
      const reply = await pay(store, customer, paymentRequest(), key);
      expect(reply).toMatchObject({ status: 400, body: { detail: 'Idempotency-Key must be a UUID.' } });
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('rejects the content type %s', async (type) => {
    const reply = await pay(store, customer, paymentRequest(), undefined, { 'Content-Type': type });
    expect(reply).toMatchObject({ status: 415, body: { detail: oneLine } });
  });

  it('accepts names and cities with unusual characters', async () => {
    sold = 1;
    const address = { first_name: 'עדה فاطمه‌زهرا', last_name: "O'Neil & <b>=1+1", city: '👩‍👧🪙'.repeat(5) };
    expect((await pay(store, customer, withBilling(address))).status).toBe(200);
  });
});

it('no route responds to malformed input with a 5xx status', async () => {
  const { key } = await createMerchant(store);
  const tokens = [await store.pool.accessToken(customer)];
  const request = oddRequests(routesOf(store.app), tokens, { keys: [key], customers: [customer] });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, ...options }) => {
      expect((await store.call(path, options)).status).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
}, 120_000);
