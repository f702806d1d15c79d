import { UnavailableError } from './errors.ts';
import { expiryAfter } from './expiry.ts';

/** A signal that is aborted with the first of these. Safari has `AbortSignal.any` from 17.4. */
export const anySignal = (...signals: readonly AbortSignal[]): AbortSignal => {
  const ending = new AbortController();
  const { signal: ended } = ending;
  for (const signal of signals) {
    if (signal.aborted) ending.abort(signal.reason);
    signal.addEventListener('abort', () => ending.abort(signal.reason), { signal: ended });
  }
  return ended;
};

/** A signal that is aborted with the caller's, and after `limit` ms at the latest. */
export const abortAfter = (limit: number, signal?: AbortSignal): AbortSignal => {
  const expiry = expiryAfter(limit);
  return signal === undefined ? expiry : anySignal(signal, expiry);
};

/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
export const rejectOnAbort = <Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });

/**
 * Runs an operation that is given up after `limit` ms. The signal that it gets is aborted then, and with the caller's;
 * what it answers after the limit is not listened to.
 *
 * @throws {UnavailableError} when the limit is reached.
 */
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
