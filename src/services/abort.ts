import { UnavailableError } from './errors.ts';

/** A signal that is aborted with the caller's, and after `limit` ms at the latest. */
export const abortAfter = (limit: number, signal?: AbortSignal): AbortSignal => {
  const expiry = AbortSignal.timeout(limit);
  return signal === undefined ? expiry : AbortSignal.any([signal, expiry]);
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
    const ending = signal === undefined ? expiry.signal : AbortSignal.any([expiry.signal, signal]);
    return await rejectOnAbort(run(ending), expiry.signal);
  } finally {
    clearTimeout(timer);
  }
};
