import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toasts } from './toasts.ts';

const ToastBoardView = lazy(() => import('./toast-board.tsx'));

const never = () => false;

/** Where toasts appear. Their code is loaded with the first of them. */
export function ToastRegion({ toasts }: { readonly toasts: Toasts }) {
  const isWanted = useSyncExternalStore(toasts.onWanted, toasts.isWanted, never);
  return isWanted ? (
    <Suspense>
      <ToastBoardView toasts={toasts} />
    </Suspense>
  ) : null;
}
