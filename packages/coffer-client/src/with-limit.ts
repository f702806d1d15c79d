import { CofferError, type CofferErrorCode } from './coffer-error.ts';
import { requireWholeNumbers } from './whole-numbers.ts';

/** Options for a single call. Every method takes them as its last argument. */
export interface CallOptions {
  /** Stops the call when the signal aborts, with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Stops the call and its retries after this time, in ms, with the error code `timed-out`. Default: never. */
  readonly timeoutMs?: number | undefined;
}

const longestTimerMs = 2 ** 31 - 1;

/** Runs a task with a signal that aborts on the caller's signal or time limit. The abort reason is a CofferError. */
export const withLimit = async <Result>(
  { signal, timeoutMs }: CallOptions,
  holdId: string | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  requireWholeNumbers({ timeoutMs }, holdId);
  // Don't use AbortSignal.any or AbortSignal.timeout: they can be garbage-collected before they abort.
  const controller = new AbortController();
  const stop = (code: CofferErrorCode, detail: string) =>
    controller.abort(new CofferError({ status: 0, code, detail, holdId, cause: signal?.reason }));
  const follow = () => stop('aborted', 'The signal of the call was aborted.');
  const expire = () => stop('timed-out', `The call did not end within ${timeoutMs} ms.`);
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, Math.min(timeoutMs, longestTimerMs));
  signal?.addEventListener('abort', follow);
  if (signal?.aborted) follow();
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
};

/** Runs a task. Settles like the task, or rejects with the signal's reason if the signal aborts first. */
export const untilAborted = <Result>(
  signal: AbortSignal,
  task: () => Result | Promise<Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(task()).then(resolve, reject);
  });
