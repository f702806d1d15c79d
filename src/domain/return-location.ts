import { parseUrl } from './parse-url.ts';

const fallback = '/dashboard';

/** Where a customer would only be led on from, and on again. */
const guestPage = /^\/(?:login|signup|forgot-password|reset-password)(?:\/|$)/;

/** Whether a path has no part that is empty, or that holds a slash, a backslash or a control character, even encoded. */
const isPlain = (path: string): boolean => {
  try {
    return !/\/\/|\\|\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/**
 * The place to go to after sign-in. Only a path of this app is taken; whatever a browser might read as another
 * origin or a script (`//host`, `/\host`, `javascript:`, control characters) becomes the dashboard, and so does a page
 * for guests only.
 */
export const safeReturnLocation = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2_000) return fallback;
  if (/\p{Cc}|\\/u.test(wanted)) return fallback;
  const here = 'http://app.invalid';
  const url = parseUrl(wanted, here);
  if (url?.origin !== here || !isPlain(url.pathname) || guestPage.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
};
