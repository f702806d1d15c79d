import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessToken } from '#services/identity/token-refresh.ts';
import { createPurchaseCalls } from '#services/store/purchase-calls.ts';
import { createStore } from '#services/store/store.ts';
import { attempt, billing, summary } from '#tests/purchases.ts';
import { api, openPage, sessionEntries, settled, tokenOf } from '#tests/unit/inline/page.ts';
import { startEarlyRequests } from '../../../../src/inline/early-requests.ts';

const balance = `${api}/api/credits/balance`;
const onSessionLost = vi.fn();

let page: ReturnType<typeof openPage>;
let token: string;

beforeEach(() => {
  onSessionLost.mockReset();
  page = openPage('/dashboard?status=failed&page=2');
  token = tokenOf('ada');
  page.keep(sessionEntries('ada'));
  startEarlyRequests();
});

/** Opens the store, by default with the token of the stored session. */
const open = (accessToken: AccessToken = async () => token) =>
  createStore({ baseUrl: api, accessToken, onSessionLost });

const purchasesOf = ({ call }: ReturnType<typeof open>) =>
  createPurchaseCalls(call, { idempotencyKey: true });

const answer = (url: string, body: unknown, status = 200) =>
  page.request(url).answer.resolve(Response.json(body, { status }));

const answerLast = (url: string, body: unknown) =>
  page.sent.findLast((request) => request.url === url)?.answer.resolve(Response.json(body));

const count = (url: string) => page.sent.filter((request) => request.url === url).length;

describe('an early response', () => {
  it('serves the app’s own call to each endpoint once, including one page of the ledger', async () => {
    const store = open();
    const reads = [
      store.read('profile'),
      store.read('products'),
      store.read('balance'),
      store.read('summary'),
      store.history({ page: 2, status: 'failed' }),
    ];
    answer(`${api}/api/auth/profile`, { id: 'ada', email: 'ada@example.com' });
    answer(`${api}/api/products/`, []);
    answer(balance, { balance: 7 });
    answer(`${api}/api/transactions/summary`, summary);
    answer(`${api}/api/transactions/history?page=2&limit=10&status=failed`, {
      transactions: [],
      pagination: { total_pages: 0, total_items: 0 },
    });
    const [, products, kept] = await Promise.all(reads);
    expect([products, kept]).toEqual([[], { balance: 7 }]);
    expect(page.sent).toHaveLength(5);
  });

  it('does not serve the next call', async () => {
    answer(balance, { balance: 7 });
    const store = open();
    expect(await store.read('balance')).toEqual({ balance: 7 });
    const next = store.read('balance');
    await settled();
    answerLast(balance, { balance: 8 });
    expect(await next).toEqual({ balance: 8 });
  });

  it('does not serve another page of the ledger', async () => {
    void open()
      .history({ page: 3, status: 'failed' })
      .catch(() => undefined);
    await settled();
    expect(page.paths().at(-1)).toBe('/api/transactions/history?page=3&limit=10&status=failed');
  });

  it.each([
    ['withdraws', (store: ReturnType<typeof open>) => purchasesOf(store).withdraw('an-attempt')],
    [
      'pays',
      (store: ReturnType<typeof open>) =>
        purchasesOf(store).pay({ attempt, billing, paymentToken: 'a-token' }),
    ],
  ])('is not used by a call that %s', async (_, call) => {
    const takeReply = vi.fn(() => null);
    globalThis.earlyRequests = { takeConfig: () => null, takeReply, drop: () => undefined };
    void call(open()).catch(() => undefined);
    await settled();
    expect(page.sent).toHaveLength(6);
    expect(takeReply).not.toHaveBeenCalled();
  });

  it.each([
    ['was renewed', () => tokenOf('ada', 7_200)],
    ['is another user’s', () => tokenOf('eve')],
  ])('is dropped with all others if the token %s', async (_, other) => {
    answer(balance, { balance: 7 });
    const read = open(async () => other()).read('balance');
    await settled();
    expect(page.isAborted(`${api}/api/auth/profile`)).toBe(true);
    expect(page.isAborted(`${api}/api/products/`)).toBe(true);
    answerLast(balance, { balance: 8 });
    expect(await read).toEqual({ balance: 8 });
    expect(page.sent.at(-1)?.init.headers).toSatisfy(
      (headers: Headers) => headers.get('authorization') === `Bearer ${other()}`,
    );
  });

  it('is dropped with all others at the end of a session', async () => {
    answer(balance, { balance: 7 });
    globalThis.earlyRequests?.drop();
    expect(page.isAborted(`${api}/api/auth/profile`)).toBe(true);
    const read = open().read('balance');
    await settled();
    answerLast(balance, { balance: 8 });
    expect(await read).toEqual({ balance: 8 });
  });

  it.each([
    [10_000, 1],
    [10_001, 2],
    [-1, 2],
  ])('is used for ten seconds, so that after %d ms the number of calls is %d', async (waited, calls) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 5_000 });
    answer(balance, { balance: 7 });
    await settled();
    vi.setSystemTime(5_000 + waited);
    void open()
      .read('balance')
      .catch(() => undefined);
    await settled();
    expect(count(balance)).toBe(calls);
  });

  it('is awaited while it is in flight, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 12_000);
    const read = open().read('balance');
    await settled();
    answer(balance, { balance: 7 });
    expect(await read).toEqual({ balance: 7 });
  });

  it('is awaited while it is in flight, even if the clock advances between checks', async () => {
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    const read = open().read('balance');
    await settled();
    answer(balance, { balance: 7 });
    expect(await read).toEqual({ balance: 7 });
    expect(count(balance)).toBe(1);
  });
});

describe('a failed early response', () => {
  it.each<[string, () => void, object]>([
    [
      'the network is down',
      () => page.request(balance).answer.reject(new TypeError('Failed to fetch')),
      { kind: 'unreachable' },
    ],
    ['the store refuses', () => answer(balance, { detail: 'Words' }, 500), { status: 500, message: 'Words' }],
    ['the response can’t be read', () => answer(balance, { credits: 7 }), { kind: 'malformed' }],
  ])('is reported as a failed call if %s', async (_, fail, error) => {
    fail();
    await expect(open().read('balance')).rejects.toMatchObject(error);
    expect(count(balance)).toBe(1);
  });

  it('is retried once with a new token if the store refuses the token', async () => {
    answer(balance, { detail: 'expired' }, 401);
    const renewed = tokenOf('ada', 7_200);
    const accessToken = vi.fn<AccessToken>(async ({ refused } = {}) => (refused ? renewed : token));
    const read = open(accessToken).read('balance');
    await settled();
    answerLast(balance, { balance: 8 });
    expect(await read).toEqual({ balance: 8 });
    expect(accessToken.mock.calls).toEqual([[{}], [{ refused: token }]]);
    expect(count(balance)).toBe(2);
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('can be aborted by the caller, together with its request', async () => {
    const givingUp = new AbortController();
    const read = open().read('balance', givingUp.signal);
    await settled();
    const reason = new Error('the page is gone');
    givingUp.abort(reason);
    await expect(read).rejects.toBe(reason);
    expect(page.isAborted(balance)).toBe(true);
    expect(page.isAborted(`${api}/api/products/`)).toBe(false);
  });
});

it('an early request’s time limit starts when the request is sent', async () => {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  page = openPage();
  page.keep(sessionEntries('ada'));
  startEarlyRequests();
  expect(vi.mocked(AbortSignal.timeout).mock.calls).toEqual(Array.from({ length: 5 }, () => [15_000]));
  const read = open().read('balance');
  await settled();
  for (const limit of limits.slice(0, 5)) limit.abort(new DOMException('', 'TimeoutError'));
  await expect(read).rejects.toMatchObject({ kind: 'timed-out', status: null });
});
