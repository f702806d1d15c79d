import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createUserPool, type SettingsPatch } from '#server/sandbox/user-pool/index.ts';
import { createIdentity } from '#services/identity/identity.ts';
import type { SessionEvent } from '#services/identity/session-holder.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

export const clientId = 'coffer-local-web';
export const email = 'ada@example.com';
export const password = 'Correct-horse1!';

/** What the pool's address answers instead of the pool; null lets the pool answer. */
type Interception = (operation: string, request: Request) => Response | Promise<Response> | null;

export interface Device {
  readonly entries: Map<string, string>;
  readonly storage: DeviceStorage;
}

/** A device whose storage all of its tabs share, as localStorage. */
export const createDevice = (): Device => {
  const entries = new Map<string, string>();
  return {
    entries,
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    },
  };
};

/** Web locks of one device: one holder at a time, in order. */
export const createLocks = (): Pick<LockManager, 'request'> => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, ...rest: unknown[]) => {
    const work = rest.findLast((argument) => typeof argument === 'function');
    if (typeof work !== 'function') throw new TypeError('A lock is asked for without work');
    const result = last.then(() => work(null));
    last = result.catch(() => undefined);
    return result;
  };
  return { request };
};

/** One tab of a device. */
export const openTab = (
  endpoint: string,
  device: Device,
  { locks, limit = 10_000 }: { locks?: Pick<LockManager, 'request'>; limit?: number } = {},
) => {
  const page = new EventTarget();
  const identity = createIdentity(
    { userPoolId: 'local_Coffer', clientId, endpoint, storage: 'local' },
    { page, locks, limit, openStorage: () => device.storage },
  );
  const events: SessionEvent[] = [];
  identity.watch((event) => events.push(event));
  return {
    identity,
    events,
    /** The browser tells this tab that another one changed an entry. */
    noticeStorage(key: string | null = `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`) {
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    returnFromCache() {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    },
  };
};

/** The real local user pool behind a real address, where single requests can be intercepted. */
export const startPool = async (settings: SettingsPatch = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-identity-'));
  const clock = { aheadBy: 0 };
  const pool = await createUserPool({
    dataDir,
    origin: 'http://localhost:5174',
    clock: () => Date.now() + clock.aheadBy,
    settings,
    logger: pino({ enabled: false }),
  });
  const operations: string[] = [];
  let intercept: Interception = () => null;

  const server = createServer(
    getRequestListener(async (request) => {
      const operation = (request.headers.get('x-amz-target') ?? '').split('.').at(-1) ?? '';
      if (request.method === 'POST') operations.push(operation);
      return (await intercept(operation, request)) ?? pool.fetch(request);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}/`,
    admin: pool.admin,
    /** The operations that were asked for, in order. */
    operations,
    clock,
    intercept(interception: Interception) {
      intercept = interception;
    },
    codeFor: (to: string) => pool.admin.mail(to)[0]?.code ?? '',
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
