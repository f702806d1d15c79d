import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toasts } from './toasts.ts';

/** Toasts are never essential, so the page works without their code. */
const ToastBoardView = lazy<ComponentType<{ readonly toasts: Toasts }>>(() =>
  import('./toast-board.tsx').catch(() => ({ default: () => null })),
);

const never = () => false;

/** In the page from the start, so that screen readers announce the first toast. Loads the board with it. */
export const ToastRegion = ({ toasts }: { readonly toasts: Toasts }) => {
  const isWanted = useSyncExternalStore(toasts.onWanted, toasts.isWanted, never);
  return (
    <div aria-live="polite">
      {isWanted && (
        <Suspense>
          <ToastBoardView toasts={toasts} />
        </Suspense>
      )}
    </div>
  );
};
