import { allowedReturnUrl } from '#domain/return-url.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

const key = 'coffer.returnUrl';

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
    const url = others.length === 0 && allowedReturnUrl(wanted, origins);
    if (url) tab.setItem(key, url);
  }
  // The configuration may have changed since.
  return allowedReturnUrl(tab.getItem(key) ?? '', origins);
};
