/**
 * Allows `perSecond` calls per key and second in this process: a token bucket of that size, which refills
 * evenly.
 * @param now a monotonic time in milliseconds
 */
export const createRateLimit = (perSecond: number, now = () => performance.now()) => {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    /** Takes a call of the key. False if it has none left. */
    take(key: string): boolean {
      const at = now();
      const bucket = buckets.get(key) ?? { left: perSecond, at };
      const left = Math.min(perSecond, bucket.left + ((at - bucket.at) / 1_000) * perSecond);
      const isAllowed = left >= 1;
      buckets.set(key, { left: isAllowed ? left - 1 : left, at });
      return isAllowed;
    },
  };
};
