import { permitted } from '#services/permitted.ts';

/** What is used of the browser's Web Locks. */
export interface BrowserLocks {
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly mode?: LockMode; readonly signal?: AbortSignal },
    use: (lock: Pick<Lock, 'name' | 'mode'> | null) => Promise<void> | null | undefined,
  ): Promise<unknown>;
}

const nameOf = (attemptId: string) => `coffer.attempt.${attemptId}`;

/**
 * Marks over all tabs of this browser which attempts an open tab is working on.
 *
 * @param manager the browser's locks; null where it has none, as on an insecure page: then each tab works alone, as where the
 *   browser refuses them
 */
export const createAttemptLocks = (
  manager: BrowserLocks | null = permitted(() => navigator.locks) ?? null,
) => {
  const held = new Map<string, () => void>();
  // As async functions, what throws at once rejects.
  const request = async (...parameters: Parameters<BrowserLocks['request']>): Promise<unknown> =>
    manager?.request(...parameters);
  const query = async () => manager?.query();

  return {
    /** Locks an attempt until it is released or this tab ends; false when another tab has locked it. */
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
    /** Those of these attempts that other tabs have locked. */
    async heldByOtherTabs(attemptIds: readonly string[]): Promise<ReadonlySet<string>> {
      const { held: locks = [] } = (await query().catch(() => undefined)) ?? {};
      const names = new Set(locks.map(({ name }) => name));
      return new Set(attemptIds.filter((id) => names.has(nameOf(id)) && !held.has(id)));
    },
    /** Resolves when no tab has locked the attempt. Rejects with the signal's reason. */
    async whenFree(attemptId: string, signal: AbortSignal): Promise<void> {
      await request(nameOf(attemptId), { mode: 'shared', signal }, () => undefined).catch(() =>
        signal.throwIfAborted(),
      );
    },
  };
};

export type AttemptLocks = ReturnType<typeof createAttemptLocks>;
