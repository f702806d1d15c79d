import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toasts } from './toasts.ts';

/** Toasts are never all that there is to know: where their code is gone, the page stands without them. */
const ToastBoardView = lazy<ComponentType<{ readonly toasts: Toasts }>>(() =>
  import('./toast-board.tsx').catch(() => ({ default: () => null })),
);

const never = () => false;

/** Where toasts appear: there from the start, so that screen readers announce the first. Their code is loaded with it. */
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
