/** Ids of the headings that get the focus when the focused element disappears. */
export const headingIds = {
  page: 'page',
  packages: 'credit-packages',
  checkout: 'checkout',
  ledger: 'ledger',
  activity: 'activity',
} as const;

export const ledgerRowsId = 'ledger-rows';

export const focusHeading = (heading: keyof typeof headingIds, options?: FocusOptions): void => {
  document.getElementById(headingIds[heading])?.focus(options);
};

/** Scrolls to a heading if it is out of view. Returns whether it scrolled. */
export const showHeading = (heading: keyof typeof headingIds): boolean => {
  const element = document.getElementById(headingIds[heading]);
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  if (top >= 0 && bottom <= window.innerHeight) return false;
  // Always jump, as in the checkout, regardless of motion preferences.
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  return true;
};

export const buyButtonId = (productId: string): string => `buy-${productId}`;

export const focusBuyButton = (productId: string): void => {
  document.getElementById(buyButtonId(productId))?.focus();
};
