import { isSiteReachable } from '#features/shared/site-reachable.ts';
import { openStorage } from '#services/storage/device-storage.ts';
import type { AppRouter } from '../router.ts';

/** Remembers, for the tab's life, which lost chunk caused a reload. */
const reloadedForKey = 'coffer.reloaded-for';

/** False if storage can't remember it, because the page could reload forever. */
const isFirstLoss = (what: string): boolean => {
  const storage = openStorage('session');
  if (storage.getItem(reloadedForKey) === what) return false;
  storage.setItem(reloadedForKey, what);
  return storage.isPersisted();
};

/**
 * Reloads the page after a deploy removed a chunk: once per chunk, and only if the server is reachable. A page that
 * the router only preloads, because its link is hovered or focused, causes no reload.
 * @param isOccupied whether a reload would interrupt the customer, for example in a payment
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
