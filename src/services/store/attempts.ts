import * as v from 'valibot';
import type { Purchase } from '#contract/purchases.ts';
import type { AttemptRequest, PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { anySignal, rejectOnAbort } from '#services/abort.ts';
import { type DeviceStorage, openStorage } from '#services/storage/device-storage.ts';
import { type AttemptLocks, createAttemptLocks } from './attempt-locks.ts';

export interface AttemptEnvironment {
  readonly storage: DeviceStorage;
  readonly locks: AttemptLocks;
  /** Receives the key that another tab wrote, or null for all. Returns the unsubscribe function. */
  readonly onWritten: (listener: (key: string | null) => void) => () => void;
}

export interface AttemptReport {
  readonly onUpdated: (otherTabAttempts: readonly PurchaseAttempt[]) => void;
  /** The attempts that this browser's customer has set aside, on each change. Not called while there are none. */
  readonly onSetAside: (attempts: readonly PurchaseAttempt[]) => void;
  /** Another tab settled one of its attempts. */
  readonly onEnded: () => void;
  /** Another tab closed without settling this attempt, so this tab takes it over. */
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

/** An unreadable list counts as empty. */
const listSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), []);

/** Milliseconds that another tab's write may arrive after it releases its lock. */
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

/** Each customer's stored attempts, the oldest first. */
const createLists = (storage: DeviceStorage) => ({
  /** Skips unreadable entries; the next write removes them. */
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

/** Stores purchase attempts until they are settled, but no card data, tokens or addresses. */
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
      // Lock before writing, so that other tabs see that this tab is working on it.
      await locks.tryAcquire(attempt.id);
      write(customerId, [...read(customerId), attempt]);
      return attempt;
    },

    /** This customer's oldest open attempt that no tab is working on and that wasn't set aside. */
    async recall({ customerId }: Owned): Promise<PurchaseAttempt | null> {
      for (const attempt of read(customerId))
        if (!attempt.isSetAside && (await locks.tryAcquire(attempt.id))) return attempt;
      return null;
    },

    /** Includes other tabs' attempts. */
    kept: ({ customerId }: Owned): readonly PurchaseAttempt[] => read(customerId),

    /** Removes an attempt. No other attempt can then claim its purchase. */
    settle(attempt: PurchaseAttempt, purchase: Purchase | null): void {
      forget({ attempt, purchase });
      locks.release(attempt.id);
      settled.push({ attempt, purchase });
      refreshAll();
      // A tab that writes at the same moment can restore an entry that this tab removed.
      stopForgetting ??= onWritten(() => {
        for (const one of settled)
          if (read(one.attempt.customerId).some(({ id }) => id === one.attempt.id)) forget(one);
      });
    },

    /** Keeps an attempt that no longer holds up other purchases, for all tabs. */
    setAside({ customerId, id }: PurchaseAttempt): void {
      write(
        customerId,
        read(customerId).map((one) => (one.id === id ? { ...one, isSetAside: true } : one)),
      );
      locks.release(id);
      refreshAll();
    },

    /** Releases unsettled attempts for other tabs. */
    close(): void {
      stopForgetting?.();
      locks.releaseAll();
    },

    /** Reports other tabs' attempts, now and on each change. Returns the unsubscribe function. */
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
          // Settled, or no longer watched.
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
