import { setTimeout as delay } from 'node:timers/promises';

export interface ReadingOptions {
  /** For how long a reading is good, and a failure as well, in milliseconds. */
  readonly freshMs: number;
  /** How long who asks waits for one, in milliseconds. */
  readonly limitMs: number;
  /** A monotonic time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Has something read no more often than it changes much, and never twice at a time, however many ask.
 *
 * @returns asks for it: undefined where it cannot be read now, or not in time. Never rejects.
 */
export const createReading = <Value>(
  read: () => Promise<Value>,
  { freshMs, limitMs, now = () => performance.now() }: ReadingOptions,
): (() => Promise<Value | undefined>) => {
  let latest: Promise<Value | undefined> = Promise.resolve(undefined);
  let freshUntil = Number.NEGATIVE_INFINITY;

  const readAnew = async (): Promise<Value | undefined> => {
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
    if (now() >= freshUntil) latest = readAnew();
    const limit = new AbortController();
    const tooLate = delay(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
    try {
      return await Promise.race([latest, tooLate]);
    } finally {
      limit.abort();
    }
  };
};
