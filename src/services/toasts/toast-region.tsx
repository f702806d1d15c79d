import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toasts } from './toasts.ts';

/** Toasts are never all that there is to know: where their code is gone, the page stands without them. */
const ToastBoardView = lazy<ComponentType<{ readonly toasts: Toasts }>>(() =>
  import('./toast-board.tsx').catch(() => ({ default: () => null })),
);

const never = () => false;

/** Where toasts appear. Their code is loaded with the first of them. */
export const ToastRegion = ({ toasts }: { readonly toasts: Toasts }) => {
  const isWanted = useSyncExternalStore(toasts.onWanted, toasts.isWanted, never);
  return isWanted ? (
    <Suspense>
      <ToastBoardView toasts={toasts} />
    </Suspense>
  ) : null;
};
