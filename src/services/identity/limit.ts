import { UnavailableError } from './errors.ts';

/**
 * Runs an operation that is given up after `limit` ms. Its signal ends what it has under way; what it answers later
 * is not listened to.
 *
 * @throws {UnavailableError} when the limit is reached.
 */
export const withinLimit = async <Result>(
  limit: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const givingUp = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new UnavailableError(`No answer within ${limit} ms`);
      givingUp.abort(error);
      reject(error);
    }, limit);
  });
  try {
    return await Promise.race([run(givingUp.signal), expiry]);
  } finally {
    clearTimeout(timer);
  }
};
