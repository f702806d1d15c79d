import { CofferError, type CofferErrorCode } from './coffer-error.ts';
import { requireWholeNumbers } from './whole-numbers.ts';

/** The last argument of every call. */
export interface CallOptions {
  /** Stops the call when it aborts, with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Stops the call and its retries after so many milliseconds, with the code `timed-out`. Default: never. */
  readonly timeoutMs?: number | undefined;
}

const longestTimerMs = 2 ** 31 - 1;

/** Runs a task with a signal that aborts as the options say. The signal's reason is a CofferError. */
export const withLimit = async <Result>(
  { signal, timeoutMs }: CallOptions,
  holdId: string | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  requireWholeNumbers({ timeoutMs }, holdId);
  // AbortSignal.any and AbortSignal.timeout can be garbage-collected before they abort.
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

/** Settles as the task does, or rejects with the signal's reason. */
export const untilAborted = <Result>(
  signal: AbortSignal,
  task: () => Result | Promise<Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(task()).then(resolve, reject);
  });
