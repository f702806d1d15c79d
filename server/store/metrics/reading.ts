import { setTimeout as delay } from 'node:timers/promises';

export interface ReadingOptions {
  /** How long a reading or a failure is cached, in milliseconds. */
  readonly freshMs: number;
  /** How long a caller waits, in milliseconds. */
  readonly limitMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Limits how often `read` runs. Returns undefined if reading fails or takes too long. */
export const createReading = <Value>(
  read: () => Promise<Value>,
  { freshMs, limitMs, now = () => performance.now() }: ReadingOptions,
): (() => Promise<Value | undefined>) => {
  let latest: Promise<Value | undefined> = Promise.resolve(undefined);
  let freshUntil = Number.NEGATIVE_INFINITY;

  const readFresh = async (): Promise<Value | undefined> => {
    freshUntil = Number.POSITIVE_INFINITY;
    try {
      return await read();
    } catch {
      return undefined;
    } finally {
      freshUntil = now() + freshMs;
    }
  };
  return async () => {
    if (now() >= freshUntil) latest = readFresh();
    const limit = new AbortController();
    const tooLate = delay(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
    try {
      return await Promise.race([latest, tooLate]);
    } finally {
      limit.abort();
    }
  };
};
