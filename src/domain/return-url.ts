import { parseUrl } from './parse-url.ts';

/**
 * Returns the normalized URL if it starts with one of `origins`; otherwise null. Rejects other spellings of an origin,
 * user names, backslashes and control characters, although browsers would accept them.
 */
export const allowedReturnUrl = (wanted: string, origins: readonly string[]): string | null => {
  if (wanted.length > 2_000 || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = parseUrl(wanted);
  if (url === null || !origins.includes(url.origin) || !wanted.startsWith(url.origin)) return null;
  return url.username + url.password === '' ? url.href : null;
};
