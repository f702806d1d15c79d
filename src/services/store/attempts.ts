import * as v from 'valibot';
import type { Package, PurchaseAttempt } from '#machines/checkout.types.ts';
import { type DeviceStorage, openStorage } from '#services/storage/device-storage.ts';

/** Keeps purchase attempts on this device until they are settled: never card data, a token or an address. */
export interface AttemptKeeper {
  /** Makes an attempt and writes it down, before anything of it is sent. */
  keep(input: { readonly customerId: string; readonly product: Package }): Promise<PurchaseAttempt>;
  /** This customer's oldest attempt that was never settled. */
  recall(input: { readonly customerId: string }): Promise<PurchaseAttempt | null>;
  settle(attempt: PurchaseAttempt): void;
}

const attemptSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  customerId: v.string(),
  productId: v.string(),
  productName: v.string(),
  startedAt: v.pipe(v.number(), v.safeInteger()),
});

const keyOf = (customerId: string) => `coffer.attempts.${customerId}`;

/** Each customer has their own entry, so that nobody sees or loses another's; two tabs share it. */
export const createAttemptKeeper = (storage: DeviceStorage = openStorage('local')): AttemptKeeper => {
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

  return {
    async keep({ customerId, product }) {
      const attempt: PurchaseAttempt = {
        id: crypto.randomUUID(),
        customerId,
        productId: product.id,
        productName: product.name,
        startedAt: Date.now(),
      };
      write(customerId, [...read(customerId), attempt]);
      return attempt;
    },
    async recall({ customerId }) {
      return read(customerId)[0] ?? null;
    },
    settle({ customerId, id }) {
      write(
        customerId,
        read(customerId).filter((attempt) => attempt.id !== id),
      );
    },
  };
};
