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

interface Page {
  readonly location: Pick<Location, 'href'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

/**
 * Returns the merchant's page to link back to, or null. Moves `return_to` from the address to the tab's storage, without
 * an owner: the visitor may not have signed in yet, or may switch to the right account.
 */
export const takeReturnUrl = (
  { location, history }: Page,
  origins: readonly string[],
  tab: DeviceStorage,
): string | null => {
  const address = new URL(location.href);
  const [wanted, ...others] = address.searchParams.getAll('return_to');
  if (wanted !== undefined) {
    address.searchParams.delete('return_to');
    history.replaceState(history.state, '', address);
    if (others.length === 0 && allowedReturnUrl(wanted, origins)) tab.setItem(key, wanted);
  }
  // The configuration may have changed since.
  return allowedReturnUrl(tab.getItem(key) ?? '', origins);
};
