import { LRUCache } from 'lru-cache';

const capacity = 10_000;

/**
 * Allows `count` calls per key and period in this process: a token bucket of that size, which refills evenly.
 * @param now a monotonic time in milliseconds
 */
export const createRateLimit = (count: number, periodMs: number, now = () => performance.now()) => {
  const buckets = new LRUCache<string, { readonly left: number; readonly at: number }>({ max: capacity });
  const leftOf = (key: string): number => {
    const { left, at } = buckets.get(key) ?? { left: count, at: now() };
    return Math.min(count, left + ((now() - at) / periodMs) * count);
  };
  const change = (key: string, by: number): void => {
    buckets.set(key, { left: Math.min(count, leftOf(key) + by), at: now() });
  };
  return {
    hasLeft: (key: string): boolean => leftOf(key) >= 1,
    /** Takes a call of the key. False if it has none left. */
    take(key: string): boolean {
      const isAllowed = leftOf(key) >= 1;
      if (isAllowed) change(key, -1);
      return isAllowed;
    },
    giveBack: (key: string): void => change(key, 1),
  };
};
