import { isSiteReachable } from '#features/shared/site-reachable.ts';
import { openStorage } from '#services/storage/device-storage.ts';
import type { AppRouter } from '../router.ts';

/** Session storage key for the lost chunk that last caused a reload. */
const reloadedForKey = 'coffer.reloaded-for';

/** Returns false if a reload was already tried, or if storage can't record it, to avoid a reload loop. */
const isFirstLoss = (what: string): boolean => {
  const storage = openStorage('session');
  if (storage.getItem(reloadedForKey) === what) return false;
  storage.setItem(reloadedForKey, what);
  return storage.isPersisted();
};

/**
 * Reloads the page once per lost chunk, if the server is reachable. Deploys remove old chunks.
 * Ignores chunks that the router only preloads, because their link is hovered or focused.
 * @param isOccupied returns whether a reload would interrupt the customer, for example during a payment
 */
export const reloadForLostChunks = (router: AppRouter, isOccupied: () => boolean): void => {
  let preloads = 0;
  const { preloadRoute } = router;
  router.preloadRoute = (options) => {
    preloads += 1;
    return preloadRoute(options).finally(() => {
      preloads -= 1;
    });
  };
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (isOccupied() || (preloads > 0 && !router.state.isLoading)) return;
    void isSiteReachable().then((isReachable) => {
      if (isReachable && !isOccupied() && isFirstLoss(payload.message)) window.location.reload();
    });
  });
};
