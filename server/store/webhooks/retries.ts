const firstDelayMs = 5_000;
const factor = 4;
const longestDelayMs = 6 * 3_600_000;
/** Each delay is up to a fifth longer, so that events that failed together are not sent together again. */
const jitter = 0.2;

/** How long an event is retried, and how long an endpoint may fail, in milliseconds: three days. */
export const patienceMs = 3 * 86_400_000;

/** @param attempts how many have failed, from 1 */
export const retryDelayMs = (attempts: number, random = Math.random()): number =>
  Math.round(Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs) * (1 + jitter * random));
