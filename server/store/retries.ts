const firstDelayMs = 5_000;
const factor = 4;
const longestDelayMs = 6 * 3_600_000;
/** Lengthens each delay by up to a fifth, so that what failed together isn't retried together. */
const jitter = 0.2;

/** How long to retry events and mails, and how long an endpoint may fail, in milliseconds: three days. */
export const patienceMs = 3 * 86_400_000;

/** Returns the delay before the next retry. @param attempts the number of failed attempts, from 1 */
export const retryDelayMs = (attempts: number, random = Math.random()): number =>
  Math.round(Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs) * (1 + jitter * random));
