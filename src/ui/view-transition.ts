declare global {
  interface Element {
    /** Like the document's, for this element only. Some browsers lack it. */
    startViewTransition?(change: ViewTransitionUpdateCallback): ViewTransition;
  }
}

/** The maximum wait for the browser, in milliseconds. */
const longestWait = 100;

/** Changes the page, with a fade if the browser supports it and motion is allowed. */
export const withViewTransition = (change: () => void): void => {
  if (prefersReducedMotion() || !('startViewTransition' in document)) change();
  // A skipped transition still makes its change.
  else document.startViewTransition(change).ready.catch(() => {});
};

/** Resolves when the element may change: in the next frame, or at once without a fade. */
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
