import type { AuthActor } from '#features/shared/app-context.ts';
import { isAuthenticated, isLoading } from '#machines/auth.selectors.ts';
import { dropEarlyReplies } from '#services/early-replies.ts';

/** What reports that a page stands: the router. */
interface Pages {
  subscribe(type: 'onRendered', listener: () => void): () => void;
}

/**
 * Drops what was sent ahead of the app and nobody takes any more: once the first page stands, which has made its first reads
 * then, and whenever there is no session, or another one.
 */
export const dropEarlyRepliesWith = (auth: AuthActor, router: Pages): void => {
  router.subscribe('onRendered', dropEarlyReplies);
  auth.on('session.replaced', dropEarlyReplies);
  auth.subscribe((snapshot) => {
    if (!isLoading(snapshot) && !isAuthenticated(snapshot)) dropEarlyReplies();
  });
};
