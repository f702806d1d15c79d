import type { AuthActor } from '#features/app-context.ts';
import { isBusy, isLoading } from '#machines/auth.selectors.ts';
import { openStorage } from '#services/storage/device-storage.ts';
import type { AppRouter } from './router.ts';

/** Where a page that is about to be reloaded for another configuration leaves a note for the one that follows. */
const reloadedKey = 'coffer.reloaded-for-config';

/** What the page is with, as far as a reload could take it away. */
interface PageActivity {
  readonly auth: AuthActor;
  readonly router: AppRouter;
  /** Whether a purchase is being made, or its outcome is shown. */
  readonly isBuying: () => boolean;
}

/**
 * Reloads the page when it runs with a configuration that is no longer in force: once, as soon as nothing is under way. A
 * page that came of such a reload stays as it is: servers that don't agree would have it reload for ever.
 */
export const reloadForOutdatedConfig = async (
  isOutdated: Promise<boolean>,
  { auth, router, isBuying }: PageActivity,
): Promise<void> => {
  const storage = openStorage('session');
  const isReloaded = storage.getItem(reloadedKey) !== null;
  storage.removeItem(reloadedKey);
  if (!(await isOutdated) || isReloaded) return;

  const isOccupied = () => isBuying() || isLoading(auth.getSnapshot()) || isBusy(auth.getSnapshot());
  let isReloading = false;
  const reloadIfFree = () => {
    // Asked for again, the reload that is under way would begin anew.
    if (isReloading || isOccupied()) return;
    isReloading = true;
    storage.setItem(reloadedKey, 'true');
    if (storage.isKept()) window.location.reload();
  };
  auth.subscribe(reloadIfFree);
  router.subscribe('onRendered', reloadIfFree);
  document.addEventListener('visibilitychange', reloadIfFree);
  reloadIfFree();
};
