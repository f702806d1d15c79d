import { useRouter } from '@tanstack/react-router';
import { useApp } from '#features/shared/app-context.ts';
import { isAuthenticated } from '#machines/account/auth.selectors.ts';

/** Returns a function that signs out, and explains why on the sign-in page. */
export const useSignOutWith = () => {
  const { auth } = useApp();
  const router = useRouter();
  return (state: { readonly message?: string; readonly notice?: string; readonly email?: string }): void => {
    const explain = () => void router.navigate({ to: '/login', state, replace: true });
    // A repeated deletion can find that the session has already ended.
    if (!isAuthenticated(auth.getSnapshot())) {
      explain();
      return;
    }
    const { unsubscribe } = auth.on('signed-out', () => {
      unsubscribe();
      explain();
    });
    auth.send({ type: 'sign-out.requested' });
  };
};
