import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, expect } from 'vitest';
import { createUserPool, type SettingsPatch } from '#local-cognito';
import type { IdentitySettings } from '#services/identity/environment.ts';
import { createIdentity } from '#services/identity/index.ts';
import type { SessionEvent } from '#services/identity/session.ts';
import { type StorageWithFallback, withMemoryFallback } from '#services/storage/device-storage.ts';
import { listenOnLoopback } from '../../store/support/loopback.ts';

export const clientId = 'coffer-local-web';
export const appOrigin = 'http://localhost:5173';
export const email = 'ada@example.com';
export const password = 'Correct-horse1!';

export const someone = (): string => `ada.${randomUUID()}@example.com`;
export const registrationOf = (email: string) => ({
  email,
  password,
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+15551234567',
});

/** The result of a request that was refused for this reason. */
export const refused = (name: string, message: string | RegExp = /^/) => ({
  outcome: 'refused',
  failure: { name, message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

/** Returns a response in place of the pool's, or null to pass the request to the pool. */
type Interception = (operation: string, request: Request) => Response | Promise<Response | null> | null;

export interface Device {
  readonly entries: Map<string, string>;
  readonly storage: StorageWithFallback;
}

/** Creates a device whose tabs share its storage, as they share localStorage. */
export const createDevice = (): Device => {
  const entries = new Map<string, string>();
  return {
    entries,
    storage: withMemoryFallback({
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    }),
  };
};

/** Connects tabs as BroadcastChannel does: a tab doesn't receive its own messages. */
export const createChannels = () => {
  const tabs = new Set<EventTarget>();
  const told: unknown[] = [];
  const open = (): Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> => {
    const tab = new EventTarget();
    tabs.add(tab);
    return Object.assign(tab, {
      postMessage(data: unknown) {
        told.push(data);
        for (const other of tabs)
          if (other !== tab) other.dispatchEvent(Object.assign(new Event('message'), { data }));
      },
    });
  };
  return { open, told };
};

/** Creates a device's Web Locks: one holder at a time, in order. An abort signal removes a waiting request. */
export const createLocks = (): Pick<LockManager, 'request'> => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, ...rest: unknown[]) => {
    const [work, options] = [rest.at(-1), rest.at(-2)];
    if (typeof work !== 'function') throw new TypeError('A lock was requested without work');
    const signal = typeof options === 'object' && options !== null && 'signal' in options && options.signal;
    const given = new Promise<void>((resolve, reject) => {
      if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(signal.reason));
      void last.then(() => resolve());
    });
    const result = given.then(() => work(null));
    last = Promise.all([last, result.catch(() => undefined)]);
    return result;
  };
  return { request };
};

interface TabOptions {
  readonly locks?: Pick<LockManager, 'request'>;
  readonly limit?: number;
  readonly settings?: Partial<IdentitySettings>;
  /** This tab's sessionStorage, which survives a reload. */
  readonly tabDevice?: Device;
  readonly channels?: ReturnType<typeof createChannels>;
  readonly address?: string;
}

export const openTab = (
  endpoint: string,
  device: Device,
  {
    locks,
    limit = 10_000,
    settings,
    tabDevice = createDevice(),
    channels = createChannels(),
    address = `${appOrigin}/login`,
  }: TabOptions = {},
) => {
  const page = new EventTarget();
  const visits: URL[] = [];
  const place = { address: new URL(address), visible: true, inFrame: false };
  const { storage: kind = 'local' } = settings ?? {};
  const identity = createIdentity(
    { userPoolId: 'local_Coffer', clientId, endpoint, storage: kind, ...settings },
    {
      page,
      locks,
      limit,
      isVisible: () => place.visible,
      isInFrame: () => place.inFrame,
      location: {
        get href() {
          return place.address.href;
        },
        assign: (visited) => void visits.push(new URL(visited)),
      },
      history: {
        state: null,
        replaceState(_state, _title, replaced = '') {
          place.address = new URL(replaced ?? '');
        },
      },
      openChannel: () => channels.open(),
      openStorage: (opened) => (opened === kind ? device : tabDevice).storage,
    },
  );
  const events: SessionEvent[] = [];
  const stop = identity.watch((event) => events.push(event));
  return {
    identity,
    events,
    stop,
    place,
    visits,
    noticeStorage(key: string | null = `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`) {
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    returnFromCache() {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    },
    visitFrame() {
      place.inFrame = true;
      page.dispatchEvent(new Event('blur'));
      place.inFrame = false;
      page.dispatchEvent(new Event('focus'));
    },
    focus() {
      page.dispatchEvent(new Event('focus'));
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

/** Expects that the pool has ended a tab's session, and that the tab notices. */
export const expectEnded = async ({ identity }: ReturnType<typeof openTab>): Promise<void> => {
  const refused = await identity.accessToken();
  await expect(identity.accessToken({ refused })).rejects.toMatchObject({ name: 'SignedOutError' });
};

/** Starts a user pool for all tests of a file. After each test, resets everything except its users. */
export const poolOfFile = async (settings: SettingsPatch = {}) => {
  const pool = await startPool(settings);
  afterEach(async () => {
    pool.operations.length = 0;
    pool.intercept(() => null);
    pool.clock.aheadBy = 0;
    await pool.admin.reset();
  });
  afterAll(() => pool.stop());
  return pool;
};

/** Starts the real local user pool. A test can intercept single requests. */
const startPool = async (settings: SettingsPatch = {}) => {
  const clock = { aheadBy: 0 };
  const pool = await createUserPool({
    userPoolId: 'local_Coffer',
    clientId,
    origin: 'http://localhost:5174',
    appOrigins: [appOrigin],
    clock: () => Date.now() + clock.aheadBy,
    settings,
  });
  const operations: string[] = [];
  let intercept: Interception = () => null;
  const reply = (named: string, body: object, status = 200) => {
    intercept = (operation) => (operation === named ? Response.json(body, { status }) : null);
  };

  const server = await listenOnLoopback(
    getRequestListener(async (request) => {
      const operation = (request.headers.get('x-amz-target') ?? '').split('.').at(-1) ?? '';
      if (operation !== '') operations.push(operation);
      return (await intercept(operation, request)) ?? pool.app.fetch(request);
    }),
  );

  return {
    endpoint: `${server.url}/`,
    admin: pool.admin,
    operations,
    clock,
    /** Sends a request to the pool directly, bypassing the interception. */
    answer: (request: Request) => pool.app.fetch(request),
    intercept(interception: Interception) {
      intercept = interception;
    },
    /** Returns this response in place of the pool's to all requests for an operation. */
    reply,
    /** Refuses all requests for an operation. */
    refuse: (operation: string, __type: string, message = 'No.') =>
      reply(operation, { __type, message }, 400),
    codeFor: (to: string) => pool.admin.mail(to)[0]?.code ?? '',
    async stop() {
      await server.close();
      await pool.close();
    },
  };
};
