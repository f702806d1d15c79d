import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withMemoryFallback } from '#services/storage/device-storage.ts';
import { nothingRestored } from '#tests/account.ts';
import {
  createDevice,
  createLocks,
  type Device,
  email,
  openTab,
  password,
  poolOfFile,
  refused,
} from './world.ts';

const hour = 60 * 60;
const entry = (device: Device, name: string) =>
  [...device.entries].find(([key]) => key.endsWith(`.${name}`)) ?? ['', ''];

const signedIn = createDevice();
const pool = await poolOfFile({ accessTokenSeconds: 3600 });
await pool.admin.createConfirmedUser({ email, password, firstName: 'Ada' });
await pool.admin.createConfirmedUser({ email: 'eve@example.com', password });
await openTab(pool.endpoint, signedIn).identity.signIn({ email, password });

describe('a session', () => {
  let device: Device;
  let tab: ReturnType<typeof openTab>;

  beforeEach(() => {
    device = createCopy(signedIn);
    tab = openTab(pool.endpoint, device);
    pool.operations.length = 0;
  });

  /** Signs in to a separate session, because the test revokes it. */
  const startNewSession = async () => {
    await tab.identity.signIn({ email, password });
    pool.operations.length = 0;
  };

  const leaveSeconds = (seconds: number) => {
    const [key] = entry(device, 'clockDrift');
    device.entries.set(key, String(seconds - 3600));
  };

  it('is restored and returns its token without a request to the pool', async () => {
    const reloaded = openTab(pool.endpoint, device);
    expect(await reloaded.identity.restore()).toEqual({
      ...nothingRestored,
      user: { id: expect.any(String), email, phone: null, firstName: 'Ada', lastName: null },
    });
    expect(await reloaded.identity.accessToken()).toBe(await tab.identity.accessToken());
    expect(pool.operations).toEqual([]);
  });

  it('returns its token even if the code for account operations can’t load', async () => {
    vi.resetModules();
    vi.doMock('#services/identity/account.ts', () => {
      throw new Error('Failed to fetch');
    });
    try {
      const { openTab } = await import('./world.ts');
      const { identity } = openTab(pool.endpoint, device);
      const token = await identity.accessToken();
      expect(token).toBe(entry(device, 'accessToken')[1]);
      await expect(identity.accessToken({ refused: token })).rejects.toMatchObject({
        name: 'UnavailableError',
      });
    } finally {
      vi.doUnmock('#services/identity/account.ts');
      vi.resetModules();
    }
  });

  it('is refreshed once for two tabs, even if one tab sees the stored session late', async () => {
    leaveSeconds(30);
    const locks = createLocks();
    const late = createCopy(device);
    const store = device.entries.set.bind(device.entries);
    device.entries.set = (key, value) => {
      setTimeout(() => late.entries.set(key, value), 20);
      return store(key, value);
    };
    const tabs = [openTab(pool.endpoint, device, { locks }), openTab(pool.endpoint, late, { locks })];
    const [one, other] = await Promise.all(tabs.map(({ identity }) => identity.accessToken()));
    expect(one).toBe(other);
    expect(pool.operations).toEqual(['InitiateAuth']);
  });

  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  it.each<[string, LockManager['request']]>([
    ['throws', refuse],
    ['rejects', async () => refuse()],
  ])('is refreshed without a lock if the browser’s lock request %s', async (_, request) => {
    leaveSeconds(30);
    const { identity } = openTab(pool.endpoint, device, { locks: { request } });
    expect(await identity.accessToken()).toMatch(/^ey/);
    expect(pool.operations).toEqual(['InitiateAuth']);
  });

  it('is refreshed without the lock after 3 s if a suspended tab holds the lock', async () => {
    leaveSeconds(30);
    const locks = createLocks();
    void locks.request('refresh', () => new Promise<void>(() => undefined));
    const { identity } = openTab(pool.endpoint, device, { locks });
    await identity.prefetch();
    const lockLimit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(lockLimit.signal);
    const refreshed = identity.accessToken();
    await expect.poll(() => vi.mocked(AbortSignal.timeout).mock.calls).toEqual([[3_000]]);
    expect(pool.operations).toEqual([]);
    lockLimit.abort();
    expect(await refreshed).toMatch(/^ey/);
    expect(pool.operations).toEqual(['InitiateAuth']);
  });

  it('is refreshed once for all callers after a token is refused', async () => {
    const refused = await tab.identity.accessToken();
    const renewed = await tab.identity.accessToken({ refused });
    expect(renewed).not.toBe(refused);
    expect(await tab.identity.accessToken({ refused })).toBe(renewed);
    expect(pool.operations).toEqual(['InitiateAuth']);
  });

  it('is refreshed when its token expires, even if the stored clock drift is corrupt', async () => {
    pool.clock.aheadBy = -2 * hour * 1000;
    await startNewSession();
    pool.clock.aheadBy = 0;
    const [key] = entry(device, 'clockDrift');
    for (const drift of ['999999', '-', 'Infinity']) {
      const copy = createCopy(device);
      copy.entries.set(key, drift);
      await openTab(pool.endpoint, copy).identity.accessToken();
    }
    expect(pool.operations).toEqual(['InitiateAuth', 'InitiateAuth', 'InitiateAuth']);
  });

  it('is kept while the pool is unavailable, and its user is restored', async () => {
    leaveSeconds(-hour);
    pool.intercept(() => new Response('', { status: 503 }));
    const reloaded = openTab(pool.endpoint, device);
    expect(await reloaded.identity.restore()).toMatchObject({ user: { email } });
    await expect.poll(() => reloaded.events).toEqual([{ type: 'session.unreachable' }]);
    expect(pool.operations).toEqual(['InitiateAuth']);
    expect(await reloaded.identity.restore()).toMatchObject({ user: { email } });
    await expect.poll(() => pool.operations).toEqual(['InitiateAuth', 'InitiateAuth']);
  });

  it('ends if the pool says that it was revoked', async () => {
    await startNewSession();
    const refused = await tab.identity.accessToken();
    await openTab(pool.endpoint, createCopy(device)).identity.signOut();
    await expect(tab.identity.accessToken({ refused })).rejects.toMatchObject({ name: 'SignedOutError' });
    expect(tab.events).toEqual([{ type: 'session.ended' }]);
    expect(device.entries.size).toBe(0);
  });

  it('is not restored by a refresh that finishes after sign-out', async () => {
    leaveSeconds(30);
    let release: (reply: null) => void = () => undefined;
    pool.intercept((operation) =>
      operation === 'InitiateAuth'
        ? new Promise<Response>((resolve) => {
            release = () => resolve(Response.json({ AuthenticationResult: tokensOf(device) }));
          })
        : null,
    );
    const refreshing = tab.identity.accessToken();
    await expect.poll(() => pool.operations).toEqual(['InitiateAuth']);
    await tab.identity.forgetSession();
    release(null);
    await expect(refreshing).rejects.toMatchObject({ name: 'SignedOutError' });
    expect(device.entries.size).toBe(0);
  });

  it('is revoked at the pool and removed from the device by a sign-out', async () => {
    await startNewSession();
    expect(await tab.identity.signOut()).toEqual({ outcome: 'done', hosted: false });
    expect(pool.operations).toEqual(['RevokeToken']);
    expect(device.entries.size).toBe(0);
    expect(tab.events).toEqual([]);
    await expect(tab.identity.accessToken()).rejects.toMatchObject({ name: 'SignedOutError' });
    expect(await tab.identity.signOut()).toEqual({ outcome: 'done', hosted: false });
  });

  it('stays on the device if the pool can’t revoke it, until the app forgets the session', async () => {
    await startNewSession();
    pool.intercept(() => new Response('<html></html>', { status: 502 }));
    expect(await tab.identity.signOut()).toEqual(refused('unavailable', ''));
    expect(await openTab(pool.endpoint, device).identity.restore()).toMatchObject({ user: { email } });
    await tab.identity.forgetSession();
    expect(device.entries.size).toBe(0);
  });

  it('is removed by a sign-out even if the pool has already revoked it', async () => {
    pool.intercept(() =>
      Response.json(
        { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
        { status: 400 },
      ),
    );
    expect(await tab.identity.signOut()).toEqual({ outcome: 'done', hosted: false });
    expect(device.entries.size).toBe(0);
  });

  it('is replaced when another user signs in, and this tab never returns that user’s token', async () => {
    const other = openTab(pool.endpoint, device);
    await other.identity.signIn({ email: 'eve@example.com', password });
    await expect(tab.identity.accessToken()).rejects.toMatchObject({ name: 'SignedOutError' });
    tab.noticeStorage();
    expect(tab.events).toEqual([
      { type: 'session.replaced', user: expect.objectContaining({ email: 'eve@example.com' }) },
    ]);
    expect([...device.entries.keys()].filter((key) => key.endsWith('.refreshToken'))).toHaveLength(1);
  });

  it('reports its end once when the store no longer accepts it', () => {
    tab.identity.expireSession();
    tab.identity.expireSession();
    expect(tab.events).toEqual([{ type: 'session.ended' }]);
    expect(device.entries.size).toBe(0);
  });

  it('remembers until its end that the store has its user’s record', async () => {
    const { user } = await tab.identity.restore();
    tab.identity.noteRegistered('another-user');
    expect(entry(device, 'registered')).toEqual(['', '']);
    tab.identity.noteRegistered(user?.id ?? '');
    expect(entry(device, 'registered')).toEqual([
      expect.stringMatching(/^CognitoIdentityServiceProvider\.coffer-local-web\.[^.]+\.registered$/),
      'true',
    ]);
    tab.identity.expireSession();
    tab.identity.noteRegistered(user?.id ?? '');
    expect(device.entries.size).toBe(0);
  });

  it.each<readonly [string, string]>([
    ...(['idToken', 'accessToken'] as const).flatMap((name) =>
      ['', 'null', '[object Object]', 'a.b.c', '\u0000\uffff', 'x'.repeat(100_000)].map(
        (value) => [name, value] as const,
      ),
    ),
    ['refreshToken', ''],
    ['idToken', `x.${btoa('{"sub":1,"exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"","exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"a","email":5,"exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"a","phone_number":5,"exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"a","given_name":{},"exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"a","family_name":[],"exp":1}')}.x`],
    ['idToken', `x.${btoa('{"sub":"a","exp":"1"}')}.x`],
    ['accessToken', `x.${btoa('{"exp":1.5}')}.x`],
    ['accessToken', `x.${btoa('null')}.x`],
  ])('is absent if its %s is corrupt', async (name, value) => {
    const [key] = entry(device, name);
    device.entries.set(key, value);
    const reloaded = openTab(pool.endpoint, device);
    expect(await reloaded.identity.restore()).toMatchObject({ user: null });
    expect(device.entries.size).toBe(0);
    expect(pool.operations).toEqual([]);
  });

  it('has a user with only the token’s data', async () => {
    const [key] = entry(device, 'idToken');
    const claims = { sub: 'a', email: null, phone_number: null, given_name: null, exp: 1 };
    device.entries.set(key, `x.${btoa(JSON.stringify(claims))}.x`);
    expect(await openTab(pool.endpoint, device).identity.restore()).toMatchObject({
      user: { id: 'a', email: '', phone: null, firstName: null, lastName: null },
    });
    // Expect a refresh, because the token has expired.
    await expect.poll(() => pool.operations).toEqual(['InitiateAuth']);
  });

  it('lasts as long as the page if storage is disabled', async () => {
    const storage = withMemoryFallback({ getItem: refuse, setItem: refuse, removeItem: refuse });
    const { identity } = openTab(pool.endpoint, { entries: new Map(), storage });
    expect(await identity.restore()).toMatchObject({ user: null });
    expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
    expect(await identity.accessToken()).toMatch(/^ey/);
    expect(await identity.signOut()).toEqual({ outcome: 'done', hosted: false });
  });
});

const createCopy = ({ entries }: Device): Device => {
  const copy = createDevice();
  for (const [key, value] of entries) copy.entries.set(key, value);
  return copy;
};

const tokensOf = (device: Device) => ({
  IdToken: entry(device, 'idToken')[1],
  AccessToken: entry(device, 'accessToken')[1],
});
