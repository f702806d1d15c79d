import { parseUrl } from '#domain/parse-url.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

const key = 'coffer.returnUrl';

/**
 * Returns the normalized URL if it starts with one of `origins`; otherwise null. Rejects other spellings of an origin,
 * user names, backslashes and control characters, although browsers would accept them.
 */
const allowedReturnUrl = (wanted: string, origins: readonly string[]): string | null => {
  if (wanted.length > 2_000 || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = parseUrl(wanted);
  if (url === null || !origins.includes(url.origin) || !wanted.startsWith(url.origin)) return null;
  return url.username + url.password === '' ? url.href : null;
};

/**
 * Returns the merchant's page to link back to, or null. Keeps a page's `return_to` in the tab's storage, without an
 * owner: the visitor may not have signed in yet, or may switch to the right account.
 */
export const keepReturnUrl = (
  query: string,
  origins: readonly string[],
  tab: DeviceStorage,
): string | null => {
  const [wanted, ...others] = new URLSearchParams(query).getAll('return_to');
  if (wanted !== undefined && others.length === 0 && allowedReturnUrl(wanted, origins))
    tab.setItem(key, wanted);
  // The configuration may have changed since.
  return allowedReturnUrl(tab.getItem(key) ?? '', origins);
};
