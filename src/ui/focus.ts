/** Id of the skip link's target. */
export const contentId = 'content';

/** Whether the visitor has focused or pressed anything since the page loaded. */
let isUsed = false;
for (const type of ['focusin', 'click'])
  globalThis.document?.addEventListener(type, () => {
    isUsed = true;
  });

/** Returns whether the focused element is gone or disabled. On a page that only loads, no focus can be lost. */
export const isFocusLost = (): boolean => {
  if (!isUsed) return false;
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(':disabled');
};

/** Scrolls a new message into view but keeps the focused control in view. */
export const bringIntoView = (message: Element | null): void => {
  message?.scrollIntoView({ block: 'nearest' });
  // Headings that are focused only for screen readers don't count.
  if (!document.activeElement?.matches('[tabindex="-1"]')) keepFocusInView();
};

/** Scrolls the focused element into view, for example after content above pushed it out. */
export const keepFocusInView = (): void => {
  const focused = document.activeElement;
  if (focused !== document.body) focused?.scrollIntoView({ block: 'nearest' });
};
