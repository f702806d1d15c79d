/** The texts around the pages. */
export const shellTexts = {
  brand: 'Coffer',
  motto: 'Prepaid credits, kept in good order.',
  offline: 'You are offline. Signing in, buying and loading will work again once you are back.',
  back: 'Back to the store',
} as const;
