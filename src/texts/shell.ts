/** The texts around the pages. */
export const shellTexts = {
  brand: 'Coffer',
  motto: 'Prepaid credits, kept in good order.',
  offline: 'You are offline. Signing in, buying and loading will work again once you are back.',
  notKept:
    'This browser keeps no data for the store. You stay signed in only until this page is closed or reloaded.',
  back: 'Back to the store',
} as const;
