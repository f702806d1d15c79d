declare global {
  interface Element {
    /** Starts a transition of this element only. Not supported by all browsers. */
    startViewTransition?(change: ViewTransitionUpdateCallback): ViewTransition;
  }
}

/** Maximum wait for the browser to start a transition, in ms. */
const longestWait = 100;

/** Changes the page. Fades if the browser supports it and motion is allowed. */
export const withViewTransition = (change: () => void): void => {
  if (prefersReducedMotion() || !('startViewTransition' in document)) change();
  // A skipped transition still applies its change.
  else document.startViewTransition(change).ready.catch(() => {});
};

/** Resolves when the element can change: in the next frame or, without a fade, immediately. */
export const beginFade = (element: Element | null): Promise<void> =>
  new Promise((resolve) => {
    if (!element?.startViewTransition || prefersReducedMotion()) {
      resolve();
      return;
    }
    element.startViewTransition(() => resolve()).ready.catch(() => {});
    setTimeout(resolve, longestWait);
  });

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
