import { isAuthenticated } from '#machines/account/auth.selectors.ts';
import type { RouterContext } from '../router-context.ts';

/**
 * Returns the header of a page that guests see, too; null for a guest, and if its code doesn't load. The build renders
 * it for both, and the page then keeps it for customers only.
 */
export const loadHeader = async ({
  context: { auth },
}: {
  readonly context: Pick<RouterContext, 'auth'>;
}) => {
  if (!import.meta.env.SSR && !isAuthenticated(auth.getSnapshot())) return null;
  return import('#features/shell/account-header.tsx').then(
    ({ AccountHeader }) => AccountHeader,
    () => null,
  );
};
