import { vi } from 'vitest';
import { type Deferred, defer } from '#local-services/deferred.ts';

export const api = 'https://api.example.com';

export const content = {
  apiBaseUrl: api,
  cognito: { userPoolId: 'local_Coffer', clientId: 'client' },
  gateway: { scriptUrl: 'https://pay.example.com/token/Collect.js', tokenizationKey: 'a-key' },
};

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly answer: Deferred<Response>;
}

const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** Time in seconds since the epoch. Fixed, because a different time would result in a different token. */
const issuedAt = Math.floor(Date.now() / 1000);

export const tokenOf = (sub: string, secondsLeft = 3_600): string =>
  `e30.${encode({ sub, email: `${sub}@example.com`, exp: issuedAt + secondsLeft })}.signature`;

/** Returns a session's storage entries, named as the identity library names them. */
export const sessionEntries = (
  user: string,
  entries: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] => {
  const prefix = 'CognitoIdentityServiceProvider.client';
  const token = tokenOf(user);
  const kept = {
    idToken: token,
    accessToken: token,
    refreshToken: 'refresh',
    registered: 'true',
    ...entries,
  };
  return [
    ...Object.entries(kept).map(([name, value]) => [`${prefix}.${user}.${name}`, value] as const),
    [`${prefix}.LastAuthUser`, user],
  ];
};

const stubStorage = (name: 'localStorage' | 'sessionStorage') => {
  const entries = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  return entries;
};

/** Opens a page whose requests wait until the test resolves them. `vi.unstubAllGlobals` removes the page. */
export const openPage = (address = '/dashboard') => {
  const { pathname, search } = new URL(address, 'https://shop.example.com');
  const sent: Sent[] = [];
  vi.stubGlobal('location', { pathname, search });
  vi.stubGlobal('fetch', (input: string | Request, init: RequestInit = {}) => {
    const answer = defer<Response>();
    const request = typeof input === 'string' ? { url: input, init } : { url: input.url, init: input };
    const { signal } = request.init;
    signal?.addEventListener('abort', () => answer.reject(signal.reason));
    sent.push({ ...request, answer });
    return answer.promise;
  });
  vi.stubGlobal('earlyRequests', undefined);
  let stamped: string | null = null;
  vi.stubGlobal('document', { getElementById: () => (stamped === null ? null : { textContent: stamped }) });
  const page = {
    local: stubStorage('localStorage'),
    session: stubStorage('sessionStorage'),
    sent,
    paths: () => sent.filter(({ url }) => url.startsWith(api)).map(({ url }) => url.slice(api.length)),
    request(url: string): Sent {
      const [one, ...more] = sent.filter((request) => request.url === url);
      if (one === undefined || more.length > 0) throw new Error(`${1 + more.length} requests for ${url}`);
      return one;
    },
    isAborted: (url: string) => page.request(url).init.signal?.aborted,
    keep(entries: readonly (readonly [string, string])[], config: unknown = content) {
      for (const [key, value] of entries) page.local.set(key, value);
      stamped = JSON.stringify(config);
    },
  };
  return page;
};

export const settled = () => new Promise((resolve) => setImmediate(resolve));
