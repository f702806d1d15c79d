import { isRecord } from './records.ts';

/** Where the content of /config.json is kept, in the browser's local storage. */
const configKey = 'coffer.config';

/** Milliseconds for which the one that is kept stands in for one at the server that is wrong. */
const grace = 24 * 60 * 60_000;

/** What /config.json said at the last visit. */
export interface KeptConfig {
  readonly content: unknown;
  /** Since when the one at the server is known to be wrong, in milliseconds. Null when it was good the last time. */
  readonly wrongSince: number | null;
}

/** The content of the last good /config.json. Null without one, where storage is forbidden, or after the time of grace. */
export const readKeptConfig = (): KeptConfig | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(configKey) ?? 'null');
    if (!isRecord(kept)) return null;
    const { content, wrongSince = null } = kept;
    if (wrongSince === null) return { content, wrongSince };
    if (typeof wrongSince !== 'number') return null;
    const age = Date.now() - wrongSince;
    // A time that is still to come was written by a clock that was wrong.
    return age >= 0 && age < grace ? { content, wrongSince } : null;
  } catch {
    return null;
  }
};

/** Forgets what is kept. */
export const forgetConfig = (): void => {
  try {
    localStorage.removeItem(configKey);
  } catch {
    // Nothing is kept then.
  }
};

/** Keeps a content for the next visit; what can't be kept is not, and what was kept before is forgotten with it. */
export const keepConfig = (config: KeptConfig): void => {
  try {
    localStorage.setItem(configKey, JSON.stringify(config));
  } catch {
    forgetConfig();
  }
};
