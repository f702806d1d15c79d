import type { PurchaseAttempt } from '#machines/checkout.types.ts';
import type { AttemptLocks } from './attempt-locks.ts';

export interface AttemptReport {
  /** What other tabs are at work on. */
  readonly onSeen: (elsewhere: readonly PurchaseAttempt[]) => void;
  /** Another tab has settled one of them. */
  readonly onEnded: () => void;
  /** Another tab has ended without settling this attempt. It is this tab's now. */
  readonly onAbandoned: (attempt: PurchaseAttempt) => void;
}

export interface WatchedAttempts {
  /** The attempts that were never settled. */
  readonly read: () => readonly PurchaseAttempt[];
  readonly locks: AttemptLocks;
  /** Calls when another tab has kept or settled an attempt. Answers with how to stop. */
  readonly onChanged: (listener: () => void) => () => void;
}

/** Milliseconds for a settlement to be seen in this tab, after its lock was. */
const settlementDelay = 1_000;

/** Reports what other tabs are buying. Answers with how to stop. */
export const watchAttempts = (
  { read, locks, onChanged }: WatchedAttempts,
  { onSeen, onEnded, onAbandoned }: AttemptReport,
): (() => void) => {
  const stopped = new AbortController();
  const followed = new Map<string, AbortController>();
  let latestLook = 0;

  const look = async () => {
    latestLook += 1;
    const thisLook = latestLook;
    const attempts = read();
    const held = await locks.heldElsewhere(attempts.map(({ id }) => id));
    if (stopped.signal.aborted || thisLook !== latestLook) return;
    for (const [id, following] of followed)
      if (attempts.every((attempt) => attempt.id !== id)) following.abort();
    for (const id of held) if (!followed.has(id)) void follow(id);
    onSeen(attempts.filter(({ id }) => followed.has(id)));
  };

  /** Follows an attempt until its tab settles it or ends. */
  const follow = async (id: string) => {
    const following = new AbortController();
    followed.set(id, following);
    try {
      const signal = AbortSignal.any([stopped.signal, following.signal]);
      await locks.whenFree(id, signal);
      await pause(settlementDelay, signal);
    } catch {
      // It was settled, or nobody watches any more.
    }
    followed.delete(id);
    if (stopped.signal.aborted) return;
    const left = read().find((attempt) => attempt.id === id);
    if (left === undefined) onEnded();
    else if (await locks.tryHold(id)) onAbandoned(left);
    await look();
  };

  const stopListening = onChanged(() => void look());
  void look();
  return () => {
    stopListening();
    stopped.abort();
  };
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
