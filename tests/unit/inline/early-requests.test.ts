import { describe, expect, it } from 'vitest';
import { loadConfig } from '#services/load-config.ts';
import { startEarlyRequests } from '../../../src/inline/early-requests.ts';
import { api, content, openPage, sessionEntries, settled, tokenOf } from './page.ts';

const history = '/api/transactions/history?page=1&limit=10&status=completed';
const others = ['/api/products/', '/api/credits/balance', '/api/transactions/summary', history];
const all = ['/api/auth/profile', ...others];

/** Opens a stamped page as a customer, and runs the script. */
const startOn = (address = '/dashboard', entries = sessionEntries('ada'), config: unknown = content) => {
  const page = openPage(address);
  page.keep(entries, config);
  startEarlyRequests();
  return page;
};

/** Opens a page without the configuration, and runs the script. */
const startUnstamped = () => {
  const page = openPage();
  for (const [key, value] of sessionEntries('ada')) page.local.set(key, value);
  startEarlyRequests();
  return page;
};

describe('the dashboard’s first script', () => {
  it('fetches everything that the dashboard reads first, with the stored token', () => {
    const page = startOn();
    expect(page.paths()).toEqual(all);
    for (const { init } of page.sent)
      expect(init).toMatchObject({
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${tokenOf('ada')}`,
        },
        cache: 'no-store',
      });
  });

  it('fetches the configuration first if the page is not stamped', async () => {
    const page = startUnstamped();
    expect(page.sent.map(({ url }) => url)).toEqual(['/config.json']);
    expect(page.request('/config.json').init).toMatchObject({ credentials: 'same-origin' });
    page.request('/config.json').answer.resolve(Response.json(content));
    await settled();
    expect(page.paths()).toEqual(all);
  });

  it('hands over its request for the configuration once', async () => {
    const page = openPage();
    startEarlyRequests();
    const loading = loadConfig();
    page.request('/config.json').answer.resolve(Response.json(content));
    expect(await loading).toMatchObject(content);
    const again = loadConfig();
    expect(page.sent.map(({ url }) => url)).toEqual(['/config.json', '/config.json']);
    page.sent[1]?.answer.resolve(Response.json(content));
    expect(await again).toMatchObject(content);
  });

  it.each([
    ['is wrong', Response.json({ ...content, storage: 'cookie' })],
    ['is missing', Response.json(content, { status: 404 })],
    ['is not JSON', new Response('<html></html>')],
  ])('fetches nothing more if the configuration %s', async (_, answer) => {
    const page = startUnstamped();
    page.request('/config.json').answer.resolve(answer);
    await settled();
    expect(page.paths()).toEqual([]);
  });

  it('fetches nothing if the configuration in the page is wrong', () => {
    expect(startOn('/dashboard', sessionEntries('ada'), { ...content, storage: 'cookie' }).sent).toEqual([]);
  });

  it('causes no unhandled rejection if nothing can be reached', async () => {
    const page = openPage();
    startEarlyRequests();
    page.request('/config.json').answer.reject(new TypeError('Failed to fetch'));
    await settled();
    const known = startOn();
    for (const { answer } of known.sent) answer.reject(new TypeError('Failed to fetch'));
    // Wait for all promises, because Vitest fails the test on an unhandled rejection.
    await settled();
    expect(known.sent).toHaveLength(5);
  });

  it.each(['/login', '/', '/dashboard/more', '/machines'])('does nothing at %s', (address) => {
    expect(startOn(address).sent).toEqual([]);
  });

  it.each([
    ['/dashboard/?status=all', 'page=1&limit=10'],
    ['/dashboard?status=failed&page=3&tx=order-1', 'page=3&limit=10&status=failed'],
    ['/dashboard?status=lost&page=-2', 'page=1&limit=10&status=completed'],
    ['/dashboard?page=2.9', 'page=2&limit=10&status=completed'],
  ])('fetches the ledger page that %s names', (address, query) => {
    expect(startOn(address).paths().at(-1)).toBe(`/api/transactions/history?${query}`);
  });

  it.each([
    ['there is no session', []],
    ['the access token expires within a minute', sessionEntries('ada', { accessToken: tokenOf('ada', 59) })],
    ['the id token has expired', sessionEntries('ada', { idToken: tokenOf('ada', -1) })],
    ['the device’s clock is behind', sessionEntries('ada', { clockDrift: '-3600' })],
    ['the session can’t be read', sessionEntries('ada', { accessToken: 'a.b.c' })],
    ['the session can’t be refreshed', sessionEntries('ada', { refreshToken: '' })],
  ])('does not call the store if %s', (_, entries) => {
    expect(startOn('/dashboard', entries).sent).toEqual([]);
  });

  it('reads the session from the configured storage', () => {
    const page = openPage();
    page.keep([], { ...content, storage: 'session' });
    for (const [key, value] of sessionEntries('eve')) page.session.set(key, value);
    for (const [key, value] of sessionEntries('ada')) page.local.set(key, value);
    startEarlyRequests();
    expect(page.request(`${api}/api/auth/profile`).init.headers).toMatchObject({
      Authorization: `Bearer ${tokenOf('eve')}`,
    });
  });

  it('reads no session if the configuration stores none', () => {
    expect(startOn('/dashboard', sessionEntries('ada'), { ...content, storage: 'memory' }).sent).toEqual([]);
  });

  it('fetches the configuration even if storage is blocked', () => {
    const page = openPage();
    const forbidden = {
      configurable: true,
      get() {
        throw new DOMException('No', 'SecurityError');
      },
    };
    Object.defineProperties(globalThis, { localStorage: forbidden, sessionStorage: forbidden });
    startEarlyRequests();
    expect(page.sent.map(({ url }) => url)).toEqual(['/config.json']);
  });
});

describe('a customer who might be new', () => {
  const open = () => {
    const page = startOn('/dashboard', sessionEntries('ada', { registered: '' }));
    return { page, profile: page.request(`${api}/api/auth/profile`).answer };
  };

  it('gets a record from the profile request before anything else is fetched', async () => {
    const { page, profile } = open();
    expect(page.paths()).toEqual(['/api/auth/profile']);
    profile.resolve(Response.json({ id: 'ada' }));
    await settled();
    expect(page.paths()).toEqual(all);
  });

  it.each([401, 500, null])(
    'causes no further requests if the profile request fails (%s)',
    async (status) => {
      const { page, profile } = open();
      if (status === null) profile.reject(new TypeError('Failed to fetch'));
      else profile.resolve(Response.json({}, { status }));
      await settled();
      expect(page.paths()).toEqual(['/api/auth/profile']);
    },
  );

  it('gets no further requests once the app sends its own', async () => {
    const { page, profile } = open();
    expect(globalThis.earlyRequests?.takeReply(`${api}/api/credits/balance`, tokenOf('ada'))).toBeNull();
    profile.resolve(Response.json({ id: 'ada' }));
    await settled();
    expect(page.paths()).toEqual(['/api/auth/profile']);
  });
});

it('nothing more is fetched if early requests are dropped before the configuration arrives', async () => {
  const page = startUnstamped();
  globalThis.earlyRequests?.drop();
  page.request('/config.json').answer.resolve(Response.json(content));
  await settled();
  expect(page.paths()).toEqual([]);
});
