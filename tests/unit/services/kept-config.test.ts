import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#services/config.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

const content = {
  apiBaseUrl: 'https://api.example.com',
  cognito: { userPoolId: 'local_Coffer', clientId: 'coffer-local-web' },
  gateway: { scriptUrl: 'https://pay.example.com/token/Collect.js', tokenizationKey: 'a-key' },
};
const config = { ...content, productName: 'Credits', storage: 'local', idempotencyKey: false };

/** A device whose storage can be looked into. */
const stubStorage = (refuse: Partial<DeviceStorage> = {}) => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    ...refuse,
  });
  return entries;
};

const stubFetch = (answer: () => Promise<Response>) => {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const serve = (served: unknown) => stubFetch(async () => Response.json(served));

/** A visit while the server says this. */
const visit = async (served: unknown) => {
  serve(served);
  const loaded = await loadConfig();
  return { config: loaded.config, isOutdated: await loaded.isOutdated };
};

const hour = 60 * 60_000;
const errors = vi.fn();
let entries: Map<string, string>;

beforeEach(() => {
  entries = stubStorage();
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  vi.spyOn(console, 'error').mockImplementation(errors);
  errors.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a configuration that is known from the last visit', () => {
  it('is checked once the network is back, where there was none', async () => {
    await visit(content);
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    vi.stubGlobal('navigator', { onLine: false });
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    const { isOutdated } = await loadConfig();
    await new Promise((resolve) => setTimeout(resolve));
    serve({ ...content, apiBaseUrl: 'https://other.example.com' });
    window.dispatchEvent(new Event('online'));
    expect(await isOutdated).toBe(true);
  });

  it('is used before the server has answered, which is asked all the same', async () => {
    await visit(content);
    let answer = (_: Response): void => undefined;
    const fetch = stubFetch(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const loaded = await loadConfig();
    expect(loaded.config).toEqual(config);
    expect(fetch).toHaveBeenCalledOnce();
    answer(Response.json(content));
    expect(await loaded.isOutdated).toBe(false);
  });

  it('gives way to another one from the next visit on', async () => {
    await visit(content);
    const renamed = { ...content, productName: 'Coins', inspect: true, machinesPanel: true };
    expect(await visit(renamed)).toEqual({ config, isOutdated: false });
    expect(await visit(renamed)).toMatchObject({ config: { productName: 'Coins' }, isOutdated: false });
  });

  it.each([
    ['API', { apiBaseUrl: 'https://api2.example.com' }],
    ['pool', { cognito: { ...content.cognito, userPoolId: 'local_Other' } }],
    ['client', { cognito: { ...content.cognito, clientId: 'another' } }],
    ['endpoint', { cognito: { ...content.cognito, endpoint: 'https://pool.example.com' } }],
    ['gateway', { gateway: { ...content.gateway, tokenizationKey: 'another' } }],
    ['storage', { storage: 'session' }],
    ['way to pay', { idempotencyKey: true }],
  ])('is outdated when there is another %s', async (_, change) => {
    await visit(content);
    expect(await visit({ ...content, ...change })).toEqual({ config, isOutdated: true });
    expect(await visit({ ...content, ...change })).toMatchObject({ config: change, isOutdated: false });
  });

  it('is not outdated by another order of its fields, nor by defaults that are written out', async () => {
    await visit(content);
    const { gateway, cognito, ...rest } = content;
    expect(await visit({ storage: 'local', gateway, cognito, ...rest })).toEqual({
      config,
      isOutdated: false,
    });
  });

  it('is not used when this version of the app can’t read it', async () => {
    entries.set('coffer.config', JSON.stringify({ content: { ...content, storage: 'cookie' } }));
    expect(await visit(content)).toEqual({ config, isOutdated: false });
  });

  it.each([
    '',
    'null',
    '5',
    '[]',
    '{}',
    '{"content":null}',
    '{',
    `{"content":${JSON.stringify(content)},"wrongSince":"x"}`,
  ])('is not used when what is kept is %s', async (kept) => {
    entries.set('coffer.config', kept);
    const fetch = serve({ ...content, productName: 'Coins' });
    expect((await loadConfig()).config.productName).toBe('Coins');
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('is not kept where the device is to keep nothing', async () => {
    await visit(content);
    await visit({ ...content, storage: 'memory' });
    expect([...entries]).toEqual([]);
    await visit({ ...content, storage: 'memory' });
    expect([...entries]).toEqual([]);
  });

  it('is not kept when it is wrong', async () => {
    serve({ ...content, storage: 'cookie' });
    await expect(loadConfig()).rejects.toMatchObject({ name: 'ConfigError' });
    expect([...entries]).toEqual([]);
  });
});

describe('where storage', () => {
  const refuse = () => {
    throw new DOMException('No', 'SecurityError');
  };

  it('is forbidden, each visit asks the server', async () => {
    stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    await visit(content);
    expect(await visit({ ...content, productName: 'Coins' })).toMatchObject({
      config: { productName: 'Coins' },
    });
  });

  it('can’t even be named, each visit asks the server', async () => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
    expect(await visit(content)).toEqual({ config, isOutdated: false });
  });

  it('is full, an outdated one does not stay', async () => {
    const full = stubStorage({ setItem: refuse });
    full.set('coffer.config', JSON.stringify({ content }));
    expect(await visit({ ...content, apiBaseUrl: 'https://api2.example.com' })).toMatchObject({
      isOutdated: true,
    });
    expect([...full]).toEqual([]);
  });
});

describe('when the configuration at the server is wrong', () => {
  const isWrong =
    /^\/config\.json: apiBaseUrl: is missing\. The page runs with the configuration of an earlier visit\.$/;
  const { apiBaseUrl, ...wrong } = content;

  it('customers go on with the one of their last visit, and the console says what is wrong', async () => {
    await visit(content);
    expect(await visit(wrong)).toEqual({ config, isOutdated: false });
    expect(errors.mock.calls).toEqual([[expect.stringMatching(isWrong)]]);
    expect(await visit(content)).toEqual({ config, isOutdated: false });
  });

  it.each([
    ['status 404', async () => new Response('', { status: 404 }), 'could not be loaded (status 404)'],
    ['a page', async () => new Response('<html></html>'), 'is not JSON'],
  ])('%s is as wrong', async (_, answer, problem) => {
    await visit(content);
    stubFetch(answer);
    await (await loadConfig()).isOutdated;
    expect(errors.mock.calls).toEqual([[expect.stringContaining(`/config.json: ${problem}.`)]]);
  });

  it('it is shown to everybody after a day', async () => {
    await visit(content);
    await visit(wrong);
    vi.setSystemTime(1_000_000 + 23 * hour);
    expect(await visit(wrong)).toEqual({ config, isOutdated: false });
    vi.setSystemTime(1_000_000 + 24 * hour);
    serve(wrong);
    await expect(loadConfig()).rejects.toMatchObject({ message: '/config.json: apiBaseUrl: is missing' });
    expect(await visit(content)).toEqual({ config, isOutdated: false });
  });

  it('the day begins anew once it was right', async () => {
    await visit(content);
    await visit(wrong);
    vi.setSystemTime(1_000_000 + 23 * hour);
    await visit(content);
    await visit(wrong);
    vi.setSystemTime(1_000_000 + 46 * hour);
    expect(await visit(wrong)).toEqual({ config, isOutdated: false });
  });

  it('a clock that was ahead does not lengthen the day', async () => {
    entries.set('coffer.config', JSON.stringify({ content, wrongSince: 1_000_000 + hour }));
    serve(wrong);
    await expect(loadConfig()).rejects.toMatchObject({ name: 'ConfigError' });
  });

  it.each([
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'the answer breaks off',
      async () =>
        new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })),
    ],
  ])('nothing is said of it while %s', async (_, answer) => {
    await visit(content);
    const kept = [...entries];
    stubFetch(answer);
    const loaded = await loadConfig();
    expect(await loaded.isOutdated).toBe(false);
    expect(errors).not.toHaveBeenCalled();
    expect([...entries]).toEqual(kept);
  });
});
