import { permitted } from '#services/browser.ts';

/** The part of the Web Locks API that we use. */
export interface BrowserLocks {
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly mode?: LockMode; readonly signal?: AbortSignal },
    use: (lock: Pick<Lock, 'name' | 'mode'> | null) => Promise<void> | null | undefined,
  ): Promise<unknown>;
}

const nameOf = (attemptId: string) => `coffer.attempt.${attemptId}`;

/** Creates locks across tabs. @param manager null without Web Locks, so that tabs don't coordinate */
export const createAttemptLocks = (
  manager: BrowserLocks | null = permitted(() => navigator.locks) ?? null,
) => {
  const held = new Map<string, () => void>();
  // This is async so that a synchronous throw becomes a rejection.
  const request = async (...parameters: Parameters<BrowserLocks['request']>): Promise<unknown> =>
    manager?.request(...parameters);
  const query = async () => manager?.query();

  return {
    /** Holds the lock until `release` or until the tab closes. Resolves to false if another tab holds it. */
    tryAcquire: (attemptId: string) =>
      new Promise<boolean>((resolve) => {
        if (manager === null || held.has(attemptId)) {
          resolve(true);
          return;
        }
        request(nameOf(attemptId), { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && new Promise<void>((release) => held.set(attemptId, release));
        }).catch(() => resolve(true));
      }),
    release(attemptId: string): void {
      held.get(attemptId)?.();
      held.delete(attemptId);
    },
    releaseAll(): void {
      for (const release of held.values()) release();
      held.clear();
    },
    async heldByOtherTabs(attemptIds: readonly string[]): Promise<ReadonlySet<string>> {
      const { held: locks = [] } = (await query().catch(() => undefined)) ?? {};
      const names = new Set(locks.map(({ name }) => name));
      return new Set(attemptIds.filter((id) => names.has(nameOf(id)) && !held.has(id)));
    },
    /** Resolves when no tab holds the lock. Rejects with the signal's reason if aborted. */
    async whenFree(attemptId: string, signal: AbortSignal): Promise<void> {
      await request(nameOf(attemptId), { mode: 'shared', signal }, () => undefined).catch(() =>
        signal.throwIfAborted(),
      );
    },
  };
};

export type AttemptLocks = ReturnType<typeof createAttemptLocks>;
