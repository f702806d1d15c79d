/** Headings that take the focus when what had it goes away. */
export const headingIds = { packages: 'credit-packages', checkout: 'checkout', ledger: 'ledger' } as const;

/** The id of what holds the rows of the ledger, while there are any. */
export const ledgerRowsId = 'ledger-rows';

/** Moves the focus to a heading and, by that, into its region. */
export const focusHeading = (heading: keyof typeof headingIds, options?: FocusOptions): void => {
  document.getElementById(headingIds[heading])?.focus(options);
};

/** Scrolls to a heading that is out of view. Returns whether it was. */
export const showHeading = (heading: keyof typeof headingIds): boolean => {
  const element = document.getElementById(headingIds[heading]);
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  if (top >= 0 && bottom <= window.innerHeight) return false;
  // At once, as for the checkout, and so whatever motion the customer wants.
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  return true;
};

/** The id of the button that buys a package. */
export const buyButtonId = (productId: string): string => `buy-${productId}`;

/** Moves the focus back to where a checkout was opened from. */
export const focusBuyButton = (productId: string): void => {
  document.getElementById(buyButtonId(productId))?.focus();
};
