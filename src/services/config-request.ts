import { expiryAfter } from './expiry.ts';

/** Where the app's configuration is read, beside the page. */
export const configAddress = '/config.json';

/** Milliseconds. */
const loadLimit = 10_000;

/**
 * Asks for the app's configuration. The request is the one that the page preloads: a CORS request with the credentials of
 * the same origin.
 */
export const requestConfig = (): Promise<Response> =>
  fetch(configAddress, { credentials: 'same-origin', signal: expiryAfter(loadLimit) });
