import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toasts } from './toasts.ts';

/** Renders nothing if the code doesn't load, because toasts are never essential. */
const ToastBoardView = lazy<ComponentType<{ readonly toasts: Toasts }>>(() =>
  import('./toast-board.tsx').catch(() => ({ default: () => null })),
);

const never = () => false;

/** Renders the live region from the start, so that screen readers announce the first toast. */
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
