/** The id of the button that buys a package. */
export const buyButtonId = (productId: string): string => `buy-${productId}`;

/** Moves the focus back to where a checkout was opened from. */
export const focusBuyButton = (productId: string): void => {
  document.getElementById(buyButtonId(productId))?.focus();
};
