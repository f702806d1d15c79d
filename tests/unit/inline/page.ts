import { vi } from 'vitest';
import { type Deferred, defer } from '#local-services/deferred.ts';

export const api = 'https://api.example.com';

/** What /config.json says. */
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

/** A token made a second later would be another one. */
const issuedAt = Math.floor(Date.now() / 1000);

/** The token of this user that ends so many seconds after these tests began. */
export const tokenOf = (sub: string, secondsLeft = 3_600): string =>
  `e30.${encode({ sub, email: `${sub}@example.com`, exp: issuedAt + secondsLeft })}.signature`;

/** The entries of a kept session, by the names that the identity library gives them. */
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

/** A page at this address whose requests wait until the test answers them. `vi.unstubAllGlobals` takes it away. */
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
  vi.stubGlobal('document', {
    getElementById: () => (stamped === null ? null : { textContent: stamped }),
  });
  const page = {
    local: stubStorage('localStorage'),
    session: stubStorage('sessionStorage'),
    sent,
    /** What was asked for of the store, in order. */
    paths: () => sent.filter(({ url }) => url.startsWith(api)).map(({ url }) => url.slice(api.length)),
    /** The one request for this address. */
    request(url: string): Sent {
      const [one, ...more] = sent.filter((request) => request.url === url);
      if (one === undefined || more.length > 0) throw new Error(`${1 + more.length} requests for ${url}`);
      return one;
    },
    isAborted: (url: string) => page.request(url).init.signal?.aborted,
    /** Keeps a session as an earlier visit did, in a page that is stamped with a configuration. */
    keep(entries: readonly (readonly [string, string])[], config: unknown = content) {
      for (const [key, value] of entries) page.local.set(key, value);
      stamped = JSON.stringify(config);
    },
  };
  return page;
};

/** Lets what was answered go its way. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
