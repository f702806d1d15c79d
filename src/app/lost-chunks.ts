import { isSiteReachable } from '#features/shared/site-reachable.ts';
import { openStorage } from '#services/storage/device-storage.ts';

/** Where it is remembered, for as long as the tab lives, for which lost part the page was reloaded. */
const reloadedForKey = 'coffer.reloaded-for';

/** Whether this loss was not yet answered with a reload; no where that cannot be remembered. */
const isFirstLoss = (what: string): boolean => {
  const storage = openStorage('session');
  if (storage.getItem(reloadedForKey) === what) return false;
  storage.setItem(reloadedForKey, what);
  return storage.isKept();
};

/**
 * Reloads the page when a part of its code is gone from the server, as after a deploy: once for each part, only when the
 * server can be reached, and never while a reload would take something from the customer.
 *
 * @param isOccupied whether the customer is in the middle of something, such as a payment
 */
export const reloadForLostChunks = (isOccupied: () => boolean): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (isOccupied()) return;
    void isSiteReachable().then((isReachable) => {
      if (isReachable && !isOccupied() && isFirstLoss(payload.message)) window.location.reload();
    });
  });
};
