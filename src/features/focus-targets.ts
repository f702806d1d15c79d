/** Headings that take the focus when what had it goes away. */
export const headingIds = { packages: 'credit-packages', checkout: 'checkout' } as const;

/** The id of what holds the rows of the ledger, while there are any. */
export const ledgerRowsId = 'ledger-rows';

/** Moves the focus to a heading and, by that, into its region. */
export const focusHeading = (heading: keyof typeof headingIds, options?: FocusOptions): void => {
  document.getElementById(headingIds[heading])?.focus(options);
};

/** The id of the button that buys a package. */
export const buyButtonId = (productId: string): string => `buy-${productId}`;

/** Moves the focus back to where a checkout was opened from. */
export const focusBuyButton = (productId: string): void => {
  document.getElementById(buyButtonId(productId))?.focus();
};
