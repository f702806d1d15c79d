import { setMaxListeners } from 'node:events';

const firstDelayMs = 5_000;
const factor = 4;
const longestDelayMs = 6 * 3_600_000;
/** Lengthens each delay by up to a fifth, so that items that failed together aren't retried together. */
const jitter = 0.2;

/** How long to retry an item, in milliseconds: three days. */
export const patienceMs = 3 * 86_400_000;

/** Returns the delay before the next retry. @param attempts the number of failed attempts, from 1 */
export const retryDelayMs = (attempts: number, random = Math.random()): number =>
  Math.round(Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs) * (1 + jitter * random));

/** Calls `send` with a signal that also aborts after `timeoutMs`. */
export const sendWithin = async <Result>(
  timeoutMs: number,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  signal.throwIfAborted();
  // Avoid AbortSignal.any: in Node 20, a combined signal's timeout can be garbage-collected before it fires.
  const ending = new AbortController();
  for (const cause of [signal, AbortSignal.timeout(timeoutMs)])
    cause.addEventListener('abort', () => ending.abort(cause.reason), { signal: ending.signal });
  try {
    return await send(ending.signal);
  } finally {
    // Aborting removes the listeners.
    ending.abort();
  }
};

interface Outbox<Item> {
  /** Claims due items, so that no other process sends them. @param inFlight the items that this process is sending */
  readonly claim: (inFlight: readonly Item[]) => Promise<readonly Item[]>;
  /** Sends an item and stores the outcome. Stores none if `signal` ended the attempt. */
  readonly deliver: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Reports that the outcome couldn't be stored. */
  readonly onError: (item: Item, error: unknown) => void;
}

/**
 * Sends the items of an outbox, each at least once. If an attempt's outcome is never stored, the item is due
 * again when the attempt's lease expires.
 */
export const createOutboxSender = <Item>({ claim, deliver, onError }: Outbox<Item>) => {
  const inFlight = new Map<Promise<void>, Item>();
  const breakingOff = new AbortController();
  // Each attempt adds a listener, and Node warns about more than ten.
  setMaxListeners(0, breakingOff.signal);
  let claims: Promise<void> = Promise.resolve();
  let isClaimQueued = false;
  let isClosed = false;

  const start = (item: Item): void => {
    const running = deliver(item, breakingOff.signal)
      .catch((error: unknown) => onError(item, error))
      .finally(() => {
        inFlight.delete(running);
        // If the database is unreachable, the next `sendDue` reports it.
        void sendDue().catch(() => undefined);
      });
    inFlight.set(running, item);
  };

  const claimNow = async (): Promise<void> => {
    isClaimQueued = false;
    if (isClosed) return;
    const items = await claim([...inFlight.values()]);
    if (!isClosed) for (const item of items) start(item);
  };

  /** Claims after the current claim, because its items count as in flight. */
  const sendDue = (): Promise<void> => {
    if (isClaimQueued) return claims;
    isClaimQueued = true;
    claims = claims.then(claimNow, claimNow);
    return claims;
  };

  const idle = async (): Promise<void> => {
    let seen: Promise<void> | undefined;
    while (inFlight.size > 0 || seen !== claims) {
      seen = claims;
      await Promise.allSettled([claims, ...inFlight.keys()]);
    }
  };

  return {
    /** Starts sending due items, without waiting for responses. */
    sendDue,
    /** Resolves when nothing is in flight. */
    idle,
    /** Starts nothing more. Waits for responses up to `graceMs` milliseconds, then aborts the rest. */
    async close(graceMs: number): Promise<void> {
      isClosed = true;
      const limit = setTimeout(() => breakingOff.abort(), graceMs);
      await idle();
      clearTimeout(limit);
    },
  };
};
