import * as v from 'valibot';
import type { Purchase } from '#contract/purchases.ts';
import type { AttemptRequest, PurchaseAttempt } from '#machines/checkout.types.ts';
import { anySignal } from '#services/abort.ts';
import { type DeviceStorage, openStorage } from '#services/storage/device-storage.ts';
import { type AttemptLocks, createAttemptLocks } from './attempt-locks.ts';

/** What the storage of attempts uses of the browser. */
export interface AttemptEnvironment {
  readonly storage: DeviceStorage;
  readonly locks: AttemptLocks;
  /** Calls with the key that another tab wrote in the storage, null for all. Returns the unsubscribe function. */
  readonly onWritten: (listener: (key: string | null) => void) => () => void;
}

interface Customer {
  readonly customerId: string;
}

export interface AttemptReport {
  /** The attempts that other tabs are working on have changed. */
  readonly onUpdated: (otherTabAttempts: readonly PurchaseAttempt[]) => void;
  /** Another tab has settled one of them. */
  readonly onEnded: () => void;
  /** Another tab has ended without settling this attempt. It is this tab's now. */
  readonly onAbandoned: (attempt: PurchaseAttempt) => void;
}

const attemptSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  customerId: v.string(),
  productId: v.string(),
  productName: v.string(),
  amountCents: v.pipe(v.number(), v.safeInteger()),
  baseline: v.nullish(v.array(v.string()), null),
});

/** Milliseconds that another tab's settlement may reach this tab's storage later than the release of its lock. */
const settlementDelay = 1_000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

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

/**
 * Keeps purchase attempts on this device until they are settled: never card data, a token or an address. Each customer
 * has their own entry, so that nobody sees or loses another's; two tabs share it.
 */
export const createAttemptStorage = (
  { storage, locks, onWritten }: AttemptEnvironment = browserEnvironment(),
) => {
  const readList = (text: string | null): readonly unknown[] => {
    try {
      return v.parse(v.array(v.unknown()), JSON.parse(text ?? '[]'));
    } catch {
      return [];
    }
  };

  /** What can't be read is left out, and gone with the next write. */
  const read = (customerId: string): PurchaseAttempt[] =>
    readList(storage.getItem(keyOf(customerId))).flatMap((entry) => {
      const attempt = v.safeParse(attemptSchema, entry);
      return attempt.success && attempt.output.customerId === customerId ? [attempt.output] : [];
    });

  const write = (customerId: string, attempts: readonly PurchaseAttempt[]) => {
    if (attempts.length === 0) storage.removeItem(keyOf(customerId));
    else storage.setItem(keyOf(customerId), JSON.stringify(attempts));
  };

  const forget = ({ customerId, id }: PurchaseAttempt, purchase: Purchase | null) => {
    const others = read(customerId).filter((attempt) => attempt.id !== id);
    write(
      customerId,
      purchase === null ? others : others.map((attempt) => withKnown(attempt, purchase.transaction_id)),
    );
  };

  /** What this tab has settled. */
  const settled: { readonly attempt: PurchaseAttempt; readonly purchase: Purchase | null }[] = [];
  let stopForgetting: (() => void) | undefined;

  return {
    /** Makes an attempt and writes it down, before anything of it is sent. */
    async keep({ customerId, product, baseline }: AttemptRequest): Promise<PurchaseAttempt> {
      const attempt: PurchaseAttempt = {
        id: crypto.randomUUID(),
        customerId,
        productId: product.id,
        productName: product.name,
        amountCents: product.price_cents,
        baseline,
      };
      // Locked before it is written: another tab that reads it must find that this one is working on it.
      await locks.tryAcquire(attempt.id);
      write(customerId, [...read(customerId), attempt]);
      return attempt;
    },

    /** This customer's oldest attempt that was never settled and that no other tab is at work on. */
    async recall({ customerId }: Customer): Promise<PurchaseAttempt | null> {
      for (const attempt of read(customerId)) if (await locks.tryAcquire(attempt.id)) return attempt;
      return null;
    },

    /** All that is kept of this customer, whichever tab is at work on it. */
    kept: ({ customerId }: Customer): readonly PurchaseAttempt[] => read(customerId),

    /** Forgets an attempt. What it bought can be no other attempt's. */
    settle(attempt: PurchaseAttempt, purchase: Purchase | null): void {
      forget(attempt, purchase);
      locks.release(attempt.id);
      settled.push({ attempt, purchase });
      // Tabs that write at the same moment bring back what the other has forgotten.
      stopForgetting ??= onWritten(() => {
        for (const one of settled)
          if (read(one.attempt.customerId).some(({ id }) => id === one.attempt.id))
            forget(one.attempt, one.purchase);
      });
    },

    /** Leaves what is not settled to whoever recalls it next. */
    close(): void {
      stopForgetting?.();
      locks.releaseAll();
    },

    /** Reports what other tabs of this customer are buying, now and at each change. Returns the unsubscribe function. */
    watch({ customerId }: Customer, { onUpdated, onEnded, onAbandoned }: AttemptReport): () => void {
      const stopped = new AbortController();
      const followed = new Map<string, AbortController>();
      let refreshes = 0;

      const refresh = async () => {
        refreshes += 1;
        const thisRefresh = refreshes;
        const attempts = read(customerId);
        const held = await locks.heldByOtherTabs(attempts.map(({ id }) => id));
        if (stopped.signal.aborted || thisRefresh !== refreshes) return;
        for (const [id, following] of followed)
          if (attempts.every((attempt) => attempt.id !== id)) following.abort();
        for (const id of held) if (!followed.has(id)) void follow(id);
        onUpdated(attempts.filter(({ id }) => followed.has(id)));
      };

      /** Follows an attempt until its tab settles it or ends. */
      const follow = async (id: string) => {
        const following = new AbortController();
        followed.set(id, following);
        try {
          const signal = anySignal(stopped.signal, following.signal);
          await locks.whenFree(id, signal);
          await pause(settlementDelay, signal);
        } catch {
          // It was settled, or nobody watches any more.
        }
        followed.delete(id);
        if (stopped.signal.aborted) return;
        const left = read(customerId).find((attempt) => attempt.id === id);
        if (left === undefined) onEnded();
        else if (await locks.tryAcquire(id)) onAbandoned(left);
        await refresh();
      };

      const stopListening = onWritten((key) => {
        if (key === null || key === keyOf(customerId)) void refresh();
      });
      void refresh();
      return () => {
        stopListening();
        stopped.abort();
      };
    },
  };
};

export type AttemptStorage = ReturnType<typeof createAttemptStorage>;
