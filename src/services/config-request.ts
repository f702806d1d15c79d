import { expiryAfter } from './expiry.ts';

/** Where the app's configuration is read, beside the page. */
export const configAddress = '/config.json';

/** The text of the config.json that the page was stamped with. Null in a page that was not. */
export const stampedConfig = (): string | null => document.getElementById('config')?.textContent ?? null;

/** Milliseconds. */
const loadLimit = 10_000;

/**
 * Asks for the app's configuration. The request is the one that the page preloads: a CORS request with the credentials of
 * the same origin.
 */
export const requestConfig = (): Promise<Response> =>
  fetch(configAddress, { credentials: 'same-origin', signal: expiryAfter(loadLimit) });
