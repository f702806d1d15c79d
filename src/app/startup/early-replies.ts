import type { AuthActor } from '#features/shared/app-context.ts';
import { isAuthenticated, isLoading } from '#machines/account/auth.selectors.ts';
import { dropEarlyReplies } from '#services/early-replies.ts';

interface Pages {
  subscribe(type: 'onRendered', listener: () => void): () => void;
}

/** Aborts unused early requests after the first render, and when the session ends or is replaced. */
export const dropEarlyRepliesWith = (auth: AuthActor, router: Pages): void => {
  router.subscribe('onRendered', dropEarlyReplies);
  auth.on('session.replaced', dropEarlyReplies);
  auth.subscribe((snapshot) => {
    if (!isLoading(snapshot) && !isAuthenticated(snapshot)) dropEarlyReplies();
  });
};
