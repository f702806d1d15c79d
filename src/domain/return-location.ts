import { parseUrl } from './parse-url.ts';

const fallback = '/dashboard';

/** Matches pages that redirect signed-in customers. */
const guestPage = /^\/(?:login|signup|forgot-password|reset-password)(?:\/|$)/;

/** Returns false if a path contains `//`, backslashes or control characters, even encoded. */
const isPlain = (path: string): boolean => {
  try {
    return !/\/\/|\\|\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/**
 * Returns `wanted` if it is a path in this app and not a guest page, or else the dashboard. Rejects what a
 * browser might read as another origin or a script: `//host`, `/\host`, `javascript:`, control characters.
 */
export const safeReturnLocation = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2_000) return fallback;
  if (/\p{Cc}|\\/u.test(wanted)) return fallback;
  const here = 'http://app.invalid';
  const url = parseUrl(wanted, here);
  if (url?.origin !== here || !isPlain(url.pathname) || guestPage.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
};
