import * as v from 'valibot';
import type { Purchase } from '#contract/purchases.ts';
import type { AttemptRequest, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { anySignal, rejectOnAbort } from '#services/abort.ts';
import { type DeviceStorage, openStorage } from '#services/storage/device-storage.ts';
import { type AttemptLocks, createAttemptLocks } from './attempt-locks.ts';

export interface AttemptEnvironment {
  readonly storage: DeviceStorage;
  readonly locks: AttemptLocks;
  /** Calls back with the key that another tab wrote; null means all. Returns the unsubscribe function. */
  readonly onWritten: (listener: (key: string | null) => void) => () => void;
}

export interface AttemptReport {
  readonly onUpdated: (otherTabAttempts: readonly PurchaseAttempt[]) => void;
  /** Called on each change of the attempts that this browser's customer has set aside. */
  readonly onSetAside: (attempts: readonly PurchaseAttempt[]) => void;
  /** Called after another tab settled one of its attempts. */
  readonly onEnded: () => void;
  /** Called after another tab closed without settling this attempt. This tab now holds the attempt's lock. */
  readonly onAbandoned: (attempt: PurchaseAttempt) => void;
}

type Owned = Pick<PurchaseAttempt, 'customerId'>;

interface Settled {
  readonly attempt: PurchaseAttempt;
  readonly purchase: Purchase | null;
}

const attemptSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  customerId: v.string(),
  productId: v.string(),
  productName: v.string(),
  amountCents: v.pipe(v.number(), v.safeInteger()),
  baseline: v.nullish(v.array(v.string()), null),
  isSetAside: v.exactOptional(v.literal(true)),
});

/** Reads an unreadable list as empty. */
const listSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), []);

/** How long to wait for another tab's write after it releases its lock, in ms. */
const settlementDelay = 1_000;

const withKnown = (attempt: PurchaseAttempt, row: string): PurchaseAttempt =>
  attempt.baseline === null || attempt.baseline.includes(row)
    ? attempt
    : { ...attempt, baseline: [...attempt.baseline, row] };

const keyOf = (customerId: string) => `coffer.attempts.${customerId}`;

const browserEnvironment = (): AttemptEnvironment => ({
  storage: openStorage('local'),
  locks: createAttemptLocks(),
  onWritten(listener) {
    const onStorage = ({ key }: StorageEvent) => listener(key);
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
});

/** Reads and writes each customer's stored attempts, the oldest first. */
const createLists = (storage: DeviceStorage) => ({
  /** Reads a customer's attempts. Skips unreadable entries, which the next write removes. */
  read: (customerId: string): PurchaseAttempt[] =>
    v.parse(listSchema, storage.getItem(keyOf(customerId))).flatMap((entry) => {
      const attempt = v.safeParse(attemptSchema, entry);
      return attempt.success && attempt.output.customerId === customerId ? [attempt.output] : [];
    }),
  write(customerId: string, attempts: readonly PurchaseAttempt[]): void {
    if (attempts.length === 0) storage.removeItem(keyOf(customerId));
    else storage.setItem(keyOf(customerId), JSON.stringify(attempts));
  },
});

/** Stores purchase attempts until they are settled. Stores no card data, tokens or addresses. */
export const createAttemptStorage = (
  { storage, locks, onWritten }: AttemptEnvironment = browserEnvironment(),
) => {
  const { read, write } = createLists(storage);
  const forget = ({ attempt: { customerId, id }, purchase }: Settled) => {
    const others = read(customerId).filter((attempt) => attempt.id !== id);
    write(
      customerId,
      purchase === null ? others : others.map((attempt) => withKnown(attempt, purchase.transaction_id)),
    );
  };

  const settled: Settled[] = [];
  const refreshes = new Set<() => void>();
  const refreshAll = () => {
    for (const refresh of refreshes) refresh();
  };
  let stopForgetting: (() => void) | undefined;

  return {
    /** Stores an attempt before anything is sent. */
    async keep({ customerId, product, baseline }: AttemptRequest): Promise<PurchaseAttempt> {
      const attempt: PurchaseAttempt = {
        id: crypto.randomUUID(),
        customerId,
        productId: product.id,
        productName: product.name,
        amountCents: product.price_cents,
        baseline,
      };
      // Lock before writing, so that other tabs see that this tab is working on the attempt.
      await locks.tryAcquire(attempt.id);
      write(customerId, [...read(customerId), attempt]);
      return attempt;
    },

    /** Locks and returns the customer's oldest unsettled attempt that wasn't set aside and no other tab has locked. */
    async recall({ customerId }: Owned): Promise<PurchaseAttempt | null> {
      for (const attempt of read(customerId))
        if (!attempt.isSetAside && (await locks.tryAcquire(attempt.id))) return attempt;
      return null;
    },

    /** Returns the customer's attempts, including those of other tabs. */
    kept: ({ customerId }: Owned): readonly PurchaseAttempt[] => read(customerId),

    /** Removes an attempt, and prevents other attempts from claiming its purchase. */
    settle(attempt: PurchaseAttempt, purchase: Purchase | null): void {
      forget({ attempt, purchase });
      locks.release(attempt.id);
      settled.push({ attempt, purchase });
      refreshAll();
      // Remove the entry again if a concurrent write by another tab restores it.
      stopForgetting ??= onWritten(() => {
        for (const one of settled)
          if (read(one.attempt.customerId).some(({ id }) => id === one.attempt.id)) forget(one);
      });
    },

    /** Keeps an attempt, for all tabs, that no longer blocks other purchases. */
    setAside(attempt: PurchaseAttempt): void {
      const { customerId, id } = attempt;
      // Another tab's write may have removed the entry.
      const others = read(customerId).filter((other) => other.id !== id);
      write(customerId, [...others, { ...attempt, isSetAside: true }]);
      locks.release(id);
      refreshAll();
    },

    /** Releases unsettled attempts, so that other tabs can check them. */
    close(): void {
      stopForgetting?.();
      locks.releaseAll();
    },

    /** Reports other tabs' attempts now and after each change. Returns the unsubscribe function. */
    watch({ customerId }: Owned, { onUpdated, onSetAside, onEnded, onAbandoned }: AttemptReport): () => void {
      const stopped = new AbortController();
      const followed = new Map<string, AbortController>();
      let refreshCount = 0;
      let areSetAside = false;

      const refresh = async () => {
        refreshCount += 1;
        const thisRefresh = refreshCount;
        const attempts = read(customerId);
        const held = await locks.heldByOtherTabs(attempts.map(({ id }) => id));
        if (stopped.signal.aborted || thisRefresh !== refreshCount) return;
        for (const [id, following] of followed)
          if (attempts.every((attempt) => attempt.id !== id)) following.abort();
        for (const id of held) if (!followed.has(id)) void follow(id);
        onUpdated(attempts.filter(({ id, isSetAside }) => followed.has(id) && !isSetAside));
        const setAside = attempts.filter(({ isSetAside }) => isSetAside);
        if (areSetAside || setAside.length > 0) onSetAside(setAside);
        areSetAside = setAside.length > 0;
      };

      const follow = async (id: string) => {
        const following = new AbortController();
        followed.set(id, following);
        try {
          const signal = anySignal(stopped.signal, following.signal);
          await locks.whenFree(id, signal);
          await rejectOnAbort(new Promise((resolve) => setTimeout(resolve, settlementDelay)), signal);
        } catch {
          // The attempt was settled, or the watch ended.
        }
        followed.delete(id);
        if (stopped.signal.aborted) return;
        const left = read(customerId).find((attempt) => attempt.id === id);
        if (left === undefined) onEnded();
        else if (!left.isSetAside && (await locks.tryAcquire(id))) onAbandoned(left);
        await refresh();
      };

      const stopListening = onWritten((key) => {
        if (key === null || key === keyOf(customerId)) void refresh();
      });
      refreshes.add(refresh);
      void refresh();
      return () => {
        stopListening();
        refreshes.delete(refresh);
        stopped.abort();
      };
    },
  };
};

export type AttemptStorage = ReturnType<typeof createAttemptStorage>;
