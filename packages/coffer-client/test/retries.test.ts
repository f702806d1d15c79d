import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CofferError, createCoffer } from '../src/index.ts';
import { answer, createScriptedClient, refuse } from './scripted-store.ts';

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const customerId = 'a1b2c3d4-0000-4000-8000-000000000000';
const spend = { id, customer_id: customerId, credits: 2, created_at: '2026-11-20T12:00:00Z' };

/** Runs the call with fake timers. Resolves with its result or error, and how long it waited, in ms. */
const finish = async <Result>(call: Promise<Result>) => {
  const begun = Date.now();
  const settled = call.then(
    (result) => ({ result, error: undefined, waitedMs: Date.now() - begun }),
    (error: unknown) => ({ result: undefined, error, waitedMs: Date.now() - begun }),
  );
  await vi.runAllTimersAsync();
  return settled;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

describe('a client call', () => {
  it('is retried with the same id after network errors, 5xx, truncated responses and 429s', async () => {
    const { coffer, sent } = createScriptedClient(
      [
        new TypeError('fetch failed'),
        refuse(503, 'unavailable'),
        new Response('{"id":"6f0'),
        refuse(429, 'rate-limited', { 'Retry-After': '1' }),
        answer(spend, 201),
      ],
      { attempts: 5 },
    );
    const { result } = await finish(coffer.spend({ customerId, credits: 2 }));
    expect(result).toEqual({ id, customerId, credits: 2, createdAt: '2026-11-20T12:00:00Z' });
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ path }) => path)).size).toBe(1);
    expect(sent[0]).toEqual({
      method: 'PUT',
      path: expect.stringMatching(/^\/v1\/spends\/[\da-f]{8}-[\da-f-]{27}$/),
      body: { customer_id: customerId, credits: 2 },
    });
  });

  it('is retried if the store does not respond in time', async () => {
    const { coffer, sent } = createScriptedClient(['hang', answer(spend)], { timeoutMs: 5 });
    vi.useRealTimers();
    expect(await coffer.readSpend(id)).toMatchObject({ id });
    expect(sent).toHaveLength(2);
  });
});

describe('the client’s cache option', () => {
  it('is no-store, and is left out from the first refusal on', async () => {
    const options: (RequestCache | undefined)[] = [];
    const coffer = createCoffer({
      url: 'http://localhost',
      key: 'a-key',
      attempts: 1,
      async fetch(_, init) {
        options.push(init?.cache);
        if (init?.cache === undefined) return answer(spend);
        throw new TypeError("The 'cache' field on 'RequestInitializerDict' is not implemented.");
      },
    });
    await Promise.all([coffer.readSpend(id), coffer.readSpend(id)]);
    await coffer.readSpend(id);
    expect(options).toEqual(['no-store', 'no-store', undefined, undefined, undefined]);
  });
});

describe('the client’s wait between attempts', () => {
  it('doubles each time', async () => {
    const failures = Array.from({ length: 4 }, () => new TypeError('fetch failed'));
    const { waitedMs } = await finish(createScriptedClient(failures).coffer.readSpend(id));
    expect(waitedMs).toBeGreaterThanOrEqual(100 + 200 + 400 - 3);
    expect(waitedMs).toBeLessThanOrEqual(200 + 400 + 800);
  });

  it.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('is at least the Retry-After header, given as %s', async (_, header) => {
    vi.setSystemTime(new Date('2026-11-20T12:00:00Z'));
    const refusal = refuse(429, 'rate-limited', { 'Retry-After': header() });
    const { waitedMs } = await finish(createScriptedClient([refusal, answer(spend)]).coffer.readSpend(id));
    expect(waitedMs).toBeGreaterThanOrEqual(7_000);
    expect(waitedMs).toBeLessThanOrEqual(7_200);
  });

  it('never exceeds 30 s: a longer Retry-After rejects the call', async () => {
    const { coffer, sent } = createScriptedClient([refuse(503, 'unavailable', { 'Retry-After': '31' })]);
    const { error } = await finish(coffer.readSpend(id));
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(sent).toHaveLength(1);
  });
});

describe('a failing client call', () => {
  it('rejects after four attempts with the last error', async () => {
    const cause = new TypeError('fetch failed');
    const lost = createScriptedClient([cause, cause, cause, cause]);
    const { error } = await finish(lost.coffer.readSpend(id));
    expect(error).toBeInstanceOf(CofferError);
    expect(error).toMatchObject({ status: 0, code: 'no-answer', cause });
    expect(lost.sent).toHaveLength(4);
    const html = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
    const proxy = await finish(createScriptedClient([html, html, html, html]).coffer.readSpend(id));
    expect(proxy.error).toMatchObject({ status: 502, code: 'unexpected-answer' });
  });

  it.each([
    [301, 'unexpected-answer'],
    [404, 'unexpected-answer'],
  ])('rejects immediately after an unexpected %i response', async (status, code) => {
    const { coffer, sent } = createScriptedClient([new Response('no', { status })]);
    expect((await finish(coffer.readSpend(id))).error).toMatchObject({ status, code });
    expect(sent).toHaveLength(1);
  });

  it('rejects without another attempt once its time limit passes or its signal aborts', async () => {
    const hanging = createScriptedClient(['hang']);
    const late = await finish(hanging.coffer.readSpend(id, { timeoutMs: 1_000 }));
    expect(late).toMatchObject({ error: { status: 0, code: 'timed-out' }, waitedMs: 1_000 });
    const waiting = createScriptedClient([new TypeError('fetch failed')]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const left = await finish(waiting.coffer.readHold(id, { signal: controller.signal }));
    expect(left).toMatchObject({ error: { code: 'aborted', holdId: id }, waitedMs: 50 });
    expect([...hanging.sent, ...waiting.sent]).toHaveLength(2);
  });

  it.each(['', '.', '..'])('rejects the path-changing id "%s" without a request', async (given) => {
    const { coffer, sent } = createScriptedClient([]);
    expect((await finish(coffer.readCustomer(given))).error).toMatchObject({ code: 'invalid-request' });
    expect(sent).toEqual([]);
  });
});
