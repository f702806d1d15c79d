import { UnavailableError } from './errors.ts';

/** Works like `AbortSignal.any`, which Safari lacks before 17.4. */
export const anySignal = (...signals: readonly AbortSignal[]): AbortSignal => {
  const ending = new AbortController();
  const { signal: ended } = ending;
  for (const signal of signals) {
    if (signal.aborted) ending.abort(signal.reason);
    signal.addEventListener('abort', () => ending.abort(signal.reason), { signal: ended });
  }
  return ended;
};

/** Returns a signal that aborts after `limit` ms, or with the caller's signal. */
export const abortAfter = (limit: number, signal?: AbortSignal): AbortSignal => {
  const expiry = AbortSignal.timeout(limit);
  return signal === undefined ? expiry : anySignal(signal, expiry);
};

/** Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. */
export const rejectOnAbort = <Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });

/** Calls `run` with a signal that also aborts after `limit` ms. @throws {UnavailableError} after the limit */
export const withTimeout = async <Result>(
  limit: number,
  run: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const expiry = new AbortController();
  const timer = setTimeout(() => expiry.abort(new UnavailableError(`No answer within ${limit} ms`)), limit);
  try {
    const ending = signal === undefined ? expiry.signal : anySignal(expiry.signal, signal);
    return await rejectOnAbort(run(ending), expiry.signal);
  } finally {
    clearTimeout(timer);
  }
};
