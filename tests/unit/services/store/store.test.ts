import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreRead } from '#domain/store.ts';
import { SignedOutError } from '#services/errors.ts';
import type { AccessToken } from '#services/identity/token-refresh.ts';
import { createPurchaseCalls } from '#services/store/purchase-calls.ts';
import { createStore } from '#services/store/store.ts';
import { attempt, billing, plus, purchase, summary } from '#tests/purchases.ts';
import { hang, html, json, reset, startStoreServer } from './store-server.ts';

const profile = { id: 'c1', email: 'ada@example.com', firstName: 'Ada', lastName: null, phone: null };
const payment = { attempt, billing, paymentToken: 'a-token' };

describe('the store API', () => {
  let server: Awaited<ReturnType<typeof startStoreServer>>;
  const onSessionLost = vi.fn();
  const accessToken = vi.fn<AccessToken>();

  const open = ({ idempotencyKey = true, baseUrl = server.baseUrl } = {}) => {
    const store = createStore({ baseUrl, accessToken, onSessionLost });
    return { ...store, ...createPurchaseCalls(store.call, { idempotencyKey }) };
  };

  beforeAll(async () => {
    server = await startStoreServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    onSessionLost.mockReset();
    accessToken.mockReset();
    accessToken.mockImplementation(async ({ refused } = {}) => (refused === undefined ? 'first' : 'second'));
  });

  it.each<[StoreRead, string, unknown]>([
    ['profile', '/api/auth/profile', profile],
    ['products', '/api/products/', [plus]],
    ['balance', '/api/credits/balance', { balance: 1_300 }],
    [
      'credits',
      '/api/credits',
      { held: 120, expiring: { credits: 500, expires_at: '2027-01-01T05:59:59Z' } },
    ],
    ['summary', '/api/transactions/summary', summary],
  ])('returns %s for GET %s with the session’s bearer token and no payload', async (name, url, reply) => {
    server.answer(json(reply));
    expect(await open().read(name)).toEqual(reply);
    const headers = { authorization: 'Bearer first' };
    expect(server.received).toMatchObject([{ method: 'GET', url, body: '', headers }]);
  });

  it('gets "Content-Type: application/json" with every call', async () => {
    const state = json({ state: 'pending' });
    server.answer(json({ balance: 7 }), state, state, json(purchase));
    const store = open();
    await store.read('balance');
    await store.attempt('a-key');
    await store.withdraw('a-key');
    await store.pay(payment);
    expect(server.received.map(({ method, headers }) => [method, headers['content-type']])).toEqual(
      ['GET', 'GET', 'DELETE', 'POST'].map((method) => [method, 'application/json']),
    );
  });

  it('returns one page of the ledger, filtered by status if there is one', async () => {
    server.answer(json({ transactions: [], pagination: { total_pages: 0, total_items: 0 } }));
    await open().history({ page: 2, status: 'failed' });
    await open().history({ page: 1 });
    expect(server.received.map(({ url }) => url)).toEqual([
      '/api/transactions/history?page=2&limit=10&status=failed',
      '/api/transactions/history?page=1&limit=10',
    ]);
  });

  it('takes a payment with the attempt’s key if keys are configured', async () => {
    server.answer(json(purchase));
    expect(await open().pay(payment)).toEqual(purchase);
    await open({ idempotencyKey: false }).pay(payment);
    const [keyed, plain] = server.received;
    expect(keyed).toMatchObject({
      method: 'POST',
      url: '/api/checkout/process-payment-token',
      headers: {
        'idempotency-key': attempt.id,
        'x-expected-amount-cents': '1000',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(keyed?.body ?? '')).toEqual({
      product_id: 'plus',
      payment_token: 'a-token',
      billing_address: billing,
    });
    expect(plain?.headers).not.toHaveProperty('idempotency-key');
    expect(plain?.headers).not.toHaveProperty('x-expected-amount-cents');
  });

  it('can look up and withdraw an attempt', async () => {
    server.answer(json({ state: 'pending' }));
    expect(await open().attempt('a/b')).toEqual({ state: 'pending' });
    expect(await open().withdraw('a-key')).toEqual({ state: 'pending' });
    expect(server.received).toMatchObject([
      { method: 'GET', url: '/api/checkout/attempts/a%2Fb' },
      { method: 'DELETE', url: '/api/checkout/attempts/a-key', body: '' },
    ]);
  });

  it('gets one retry with a new token after a 401, even for a payment', async () => {
    server.answer(json({ detail: 'expired' }, 401), json(purchase));
    expect(await open().pay(payment)).toEqual(purchase);
    expect(accessToken.mock.calls).toEqual([[{}], [{ refused: 'first' }]]);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('ends the session if it also refuses the new token', async () => {
    server.answer(json({ detail: 'revoked' }, 401));
    await expect(open().read('balance')).rejects.toMatchObject({
      kind: 'signed-out',
      status: 401,
      message: 'Please sign in to continue',
    });
    expect(server.received).toHaveLength(2);
    expect(onSessionLost).toHaveBeenCalledOnce();
  });

  it('is not called without a session', async () => {
    server.answer(json({ balance: 7 }));
    accessToken.mockRejectedValue(new SignedOutError('There is no session'));
    await expect(open().read('balance')).rejects.toMatchObject({
      kind: 'signed-out',
      message: 'Please sign in to continue',
    });
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['the store’s message', json({ detail: 'Customer not found' }, 404), 'Customer not found', 404],
    ['a truncated message', json({ detail: 'x'.repeat(2000) }, 400), `${'x'.repeat(300)}…`, 400],
    [
      'the status for a detail in another format',
      json({ detail: [{ msg: 'no' }] }, 422),
      'Request failed: Unprocessable Entity',
      422,
    ],
    ['the status for an HTML page', html(502), 'Request failed: Bad Gateway', 502],
    ['the status for blank text', json({ detail: '  ' }, 500), 'Request failed: Internal Server Error', 500],
  ])('refuses a call with %s', async (_, answer, message, status) => {
    server.answer(answer);
    await expect(open().read('summary')).rejects.toMatchObject({
      kind: 'refused',
      message,
      status,
      retryAfter: null,
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['price-changed', 'price-changed'],
    ['a future code', undefined],
    [undefined, undefined],
  ])('fails a call with the code %s as %s', async (sent, code) => {
    server.answer(json({ code: sent, detail: 'Words' }, 409));
    await expect(open().read('summary')).rejects.toMatchObject({ message: 'Words', code });
  });

  it('names the status of a response without text', async () => {
    server.answer((_, reply) => {
      reply.writeHead(429, '', { 'Retry-After': '12' }).end();
    });
    await expect(open().read('products')).rejects.toMatchObject({
      message: 'Request failed: Too Many Requests',
      retryAfter: 12,
    });
  });

  it.each([
    ['HTML with status 200', html(200)],
    ['truncated JSON', (_: unknown, reply: { end(text: string): void }) => reply.end('[{"id":')],
    ['an empty body', (_: unknown, reply: { end(): void }) => reply.end()],
    ['another format', json({ products: [] })],
  ])('counts as malformed if it returns %s', async (_, answer) => {
    server.answer(answer);
    await expect(open().read('products')).rejects.toMatchObject({ kind: 'malformed', status: 200 });
  });

  it('is unreachable, without a retry, if the connection is cut', async () => {
    server.answer(reset);
    await expect(open().pay(payment)).rejects.toMatchObject({ kind: 'unreachable', status: null });
    expect(server.received).toHaveLength(1);
  });

  it('rejects with the caller’s reason if the caller aborts', async () => {
    server.answer(hang);
    const givingUp = new AbortController();
    const call = open().read('balance', givingUp.signal);
    const reason = new Error('the page is gone');
    givingUp.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('times out if the response body hangs', async () => {
    const expiry = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(expiry.signal);
    server.answer((_, reply) => {
      reply.writeHead(200).write('{"bal', () => expiry.abort());
    });
    await expect(open().read('balance')).rejects.toMatchObject({ kind: 'timed-out', status: null });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(15_000);
  });
});
