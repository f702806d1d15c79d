/** Tells over all tabs of this browser which attempts a living tab is at work on. */
export interface AttemptLocks {
  /** Holds an attempt until it is released or this tab ends; false when another tab holds it. */
  tryHold(attemptId: string): Promise<boolean>;
  release(attemptId: string): void;
  releaseAll(): void;
  /** Those of these attempts that other tabs hold. */
  heldElsewhere(attemptIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when nobody holds the attempt. Rejects with the signal's reason. */
  whenFree(attemptId: string, signal: AbortSignal): Promise<void>;
}

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

/** @param manager the browser's locks; null where it has none, as on an insecure page: then each tab works alone */
export const createAttemptLocks = (manager: BrowserLocks | null = navigator.locks ?? null): AttemptLocks => {
  const held = new Map<string, () => void>();

  return {
    tryHold: (attemptId) =>
      new Promise((resolve, reject) => {
        if (manager === null || held.has(attemptId)) {
          resolve(true);
          return;
        }
        manager
          .request(nameOf(attemptId), { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock && new Promise<void>((release) => held.set(attemptId, release));
          })
          .catch(reject);
      }),
    release(attemptId) {
      held.get(attemptId)?.();
      held.delete(attemptId);
    },
    releaseAll() {
      for (const release of held.values()) release();
      held.clear();
    },
    async heldElsewhere(attemptIds) {
      const { held: locks = [] } = (await manager?.query()) ?? {};
      const names = new Set(locks.map(({ name }) => name));
      return new Set(attemptIds.filter((id) => names.has(nameOf(id)) && !held.has(id)));
    },
    async whenFree(attemptId, signal) {
      await manager?.request(nameOf(attemptId), { mode: 'shared', signal }, () => undefined);
    },
  };
};
