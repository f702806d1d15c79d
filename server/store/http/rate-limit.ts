import { LRUCache } from 'lru-cache';

const capacity = 10_000;

/**
 * Creates a token bucket per key, which allows `count` calls per period in this process and refills evenly.
 * @param now a monotonic clock in milliseconds
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
    /**
     * Uses up some of the key's calls. Returns false if too few are left. More than a period allows need a full bucket,
     * and delay the key's next calls.
     */
    take(key: string, calls = 1): boolean {
      const isAllowed = leftOf(key) >= Math.min(calls, count);
      if (isAllowed) change(key, -calls);
      return isAllowed;
    },
    /** Returns how long to wait before `take` may succeed, in milliseconds. */
    waitFor: (key: string, calls = 1): number =>
      Math.max(0, ((Math.min(calls, count) - leftOf(key)) / count) * periodMs),
    giveBack: (key: string): void => change(key, 1),
  };
};
