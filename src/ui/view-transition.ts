declare global {
  interface Element {
    /** As of the document, for what this element holds alone. Not in every browser yet. */
    startViewTransition?(change: ViewTransitionUpdateCallback): ViewTransition;
  }
}

/** What is to be changed waits no longer for the browser, in milliseconds. */
const longestWait = 100;

/** Makes a change of the page, which the browser fades over where it can and where motion is welcome. */
export const withViewTransition = (change: () => void): void => {
  if (prefersReducedMotion() || !('startViewTransition' in document)) change();
  // A transition that gives way to another has still made its change.
  else document.startViewTransition(change).ready.catch(() => {});
};

/**
 * Resolves when what an element holds may change, which is in the next frame: from what stands now the browser fades over
 * to it, and leaves the rest of the page alone. At once where it can't, where motion is unwelcome, and without an element.
 */
export const beginFade = (element: Element | null): Promise<void> =>
  new Promise((resolve) => {
    if (!element?.startViewTransition || prefersReducedMotion()) {
      resolve();
      return;
    }
    element.startViewTransition(() => resolve()).ready.catch(() => {});
    setTimeout(resolve, longestWait);
  });

/** Whether the customer asked their system for less motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
