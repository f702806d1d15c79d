/** Scrolls as far as it takes to see all of what has the focus, which something above it may have pushed out of the window. */
export const keepFocusInView = (): void => {
  const focused = document.activeElement;
  if (focused !== document.body) focused?.scrollIntoView({ block: 'nearest' });
};
