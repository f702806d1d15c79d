import type { BrowserLocks } from '#services/store/attempt-locks.ts';

/** Creates the part of Web Locks that attempts use: one queue per name, where shared locks can overlap. */
export const createBrowserLocks = (): BrowserLocks => {
  const holders = new Map<string, Promise<unknown>>();

  return {
    query: async () => ({ held: [...holders.keys()].map((name) => ({ name })) }),
    async request(name, { ifAvailable = false, mode = 'exclusive', signal }, use) {
      if (ifAvailable && holders.has(name)) return use(null);
      while (holders.has(name)) {
        await Promise.race([holders.get(name), rejection(signal)]);
        signal?.throwIfAborted();
      }
      const used = Promise.resolve(use({ name, mode }));
      if (mode === 'shared') return used;
      holders.set(name, used);
      await used;
      holders.delete(name);
    },
  };
};

const rejection = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
