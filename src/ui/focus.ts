/** The id of a page's content, to which its first link leads. */
export const contentId = 'content';

/** Whether what had the focus has gone, or takes no more keys. */
export const isFocusLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(':disabled');
};

/** What is typed in or pressed, unlike a heading that has the focus only so that a screen reader goes there. */
const isInUse = (focused: Element | null) => focused?.matches('body, [tabindex="-1"]') === false;

/** Scrolls as little as it takes to see a message that has just come, and never a control that is in use out of view. */
export const bringIntoView = (message: Element | null): void => {
  message?.scrollIntoView({ block: 'nearest' });
  if (isInUse(document.activeElement)) keepFocusInView();
};

/** Scrolls as far as it takes to see all of what has the focus, which something above it may have pushed out of the window. */
export const keepFocusInView = (): void => {
  const focused = document.activeElement;
  if (focused !== document.body) focused?.scrollIntoView({ block: 'nearest' });
};
