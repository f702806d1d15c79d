import { isAuthenticated } from '#machines/account/auth.selectors.ts';
import type { RouterContext } from '../router-context.ts';

/**
 * Returns the header of a page that guests can see too; null for a guest, or if the code fails to load.
 * The build renders the header for everyone, and the page then removes it for guests.
 */
export const loadHeader = async ({ context }: { readonly context: Pick<RouterContext, 'auth'> }) => {
  if (!import.meta.env.SSR && !isAuthenticated(context.auth.getSnapshot())) return null;
  return import('#features/shell/account-header.tsx').then(
    ({ AccountHeader }) => AccountHeader,
    () => null,
  );
};
