/** The texts around the pages. */
export const shellTexts = {
  offline: 'You are offline. Signing in, buying and loading will work again once you are back.',
  back: 'Back to the store',
} as const;
