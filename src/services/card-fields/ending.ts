/** Ends with the caller's signal, and after `limit` ms at the latest. */
export const endingAfter = (limit: number, signal?: AbortSignal): AbortSignal => {
  const expiry = AbortSignal.timeout(limit);
  return signal === undefined ? expiry : AbortSignal.any([signal, expiry]);
};

/** The promise, or the signal's reason as soon as it is aborted. */
export const unlessAborted = <Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });
