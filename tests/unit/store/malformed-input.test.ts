import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingAddress, pay, paymentRequest } from './support/payment-requests.ts';
import { type CallOptions, type StoreUnderTest, startStoreUnderTest } from './support/store-under-test.ts';

let store: StoreUnderTest;
let customer: string;
beforeAll(async () => {
  store = await startStoreUnderTest();
  customer = await store.newCustomer();
}, 60_000);
afterAll(() => store.close());

const oneLine = expect.stringMatching(/^[^\n]{5,200}$/);

describe('GET /api/transactions/history', () => {
  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page=1e3',
    'page=99999999999999999999',
    'page=%00',
    'limit=0',
    'limit=101',
    'limit=ten',
    'status=',
    'status=Completed',
    'status=unknown',
    'status=__proto__',
    'status=constructor',
    "status=failed'%20or%201=1",
    'status=%F0%9F%AA%99',
  ])('refuses ?%s', async (query) => {
    const reply = await store.call(`/api/transactions/history?${query}`, { as: customer });
    expect(reply).toMatchObject({ status: 400, body: { detail: oneLine } });
  });

  it('ignores what it does not know', async () => {
    const reply = await store.call('/api/transactions/history?__proto__[x]=1&sort=up&page=1&page=x', {
      as: customer,
    });
    expect(reply.status).toBe(200);
  });
});

describe('POST /api/checkout/process-payment-token', () => {
  /** How many of a test's requests are sold; of what is refused, nothing is charged. */
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

  it.each(bodies)('refuses %s', async (_, body) => {
    const reply = await pay(store, customer, body);
    expect(reply).toMatchObject({ status: 400, body: { detail: oneLine } });
  });

  it('names the field and never repeats what was sent', async () => {
    const secret = 'x'.repeat(201);
    const body = {
      ...paymentRequest(),
      payment_token: secret,
      billing_address: { ...billingAddress, zip: 'zip' },
    };
    const reply = await pay(store, customer, body);
    expect(reply.body).toEqual({ code: 'invalid-request', detail: 'payment_token is not valid.' });
    const missing = await pay(store, customer, withBilling({ zip: undefined }));
    expect(missing.body).toEqual({ code: 'invalid-request', detail: 'billing_address.zip is required.' });
  });

  it.each(['', 'x', '123', `${crypto.randomUUID()}, ${crypto.randomUUID()}`, `${crypto.randomUUID()}x`])(
    'refuses the Idempotency-Key %j',
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
  ])('refuses the content type %s', async (type) => {
    const options: CallOptions = {
      method: 'POST',
      as: customer,
      body: paymentRequest(),
      headers: { 'Content-Type': type },
    };
    const reply = await store.call('/api/checkout/process-payment-token', options);
    expect(reply).toMatchObject({ status: 415, body: { detail: oneLine } });
  });

  it('sells to a customer with any other name', async () => {
    sold = 1;
    const address = { first_name: 'עדה فاطمه‌زهرا', last_name: "O'Neil & <b>=1+1", city: '👩‍👧🪙'.repeat(5) };
    expect((await pay(store, customer, withBilling(address))).status).toBe(200);
  });
});

describe('any route', () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      '\0',
      '\u001B[2J',
      '\u202E',
      '\uD800',
      '%00',
      '%ED%A0%80',
      '%',
      '%zz',
      '%c0%ae',
      '../',
      '\\u0000',
      '\\ud800',
      '9'.repeat(400),
      '-1',
      '1e400',
      '__proto__',
      '[',
      '{"a":',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  );
  /** What a header can carry at all. */
  const headerValue = nasty.map((text) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(/[\0\r\n]/g, '\u0001')
      .trim(),
  );
  const headers = fc.dictionary(
    fc.constantFrom(
      'Idempotency-Key',
      'X-Expected-Amount-Cents',
      'X-Request-Id',
      'X-Forwarded-For',
      'Authorization',
      'Origin',
      'Content-Type',
      'Webhook-Signature',
      'traceparent',
      'Access-Control-Request-Headers',
    ),
    headerValue,
    { maxKeys: 3 },
  );
  const path = fc.oneof(
    fc.constantFrom(
      '/api/auth/profile',
      '/api/credits/balance',
      '/api/products',
      '/api/transactions/summary',
      '/api/transactions/history',
      '/api/checkout/process-payment-token',
      '/webhooks/gateway',
      '/livez',
      '/readyz',
      '/healthz',
      '/openapi.json',
    ),
    nasty.map((text) => `/api/checkout/attempts/${encodeURI(text.replace(/\p{Cs}/gu, '?'))}`),
    nasty.map((text) => `/api/checkout/attempts/${text.replace(/[\0-\x20?#\p{Cs}]/gu, '%00')}`),
    nasty.map((text) => `/${encodeURIComponent(text.replace(/\p{Cs}/gu, '?'))}`),
  );
  const query = fc
    .tuple(fc.constantFrom('page', 'limit', 'status', 'x'), nasty)
    .map(
      ([name, value]) =>
        `?${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '?'))}&${name}[]=%00%ED%A0%80`,
    );
  const body = fc.oneof(
    nasty,
    fc.json({ maxDepth: 3, stringUnit: 'binary' }),
    fc
      .tuple(fc.constantFrom('product_id', 'payment_token', 'billing_address'), nasty)
      .map(([field, value]) => JSON.stringify({ ...paymentRequest(), [field]: value })),
    fc
      .tuple(fc.constantFrom(...Object.keys(billingAddress)), nasty)
      .map(([field, value]) =>
        JSON.stringify({ ...paymentRequest(), billing_address: { ...billingAddress, [field]: value } }),
      ),
  );

  it('answers whatever it is sent without a failure of its own', async () => {
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD');
    const requests = fc.tuple(method, path, fc.option(query, { nil: '' }), headers, body);
    await fc.assert(
      fc.asyncProperty(requests, async ([verb, address, search, given, content]) => {
        const hasBody = verb !== 'GET' && verb !== 'HEAD';
        const reply = await store.call(address + search, {
          method: verb,
          as: customer,
          ...(hasBody && { body: content }),
          headers: given,
        });
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);
});
