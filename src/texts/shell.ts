/** The texts around the pages. */
export const shellTexts = {
  brand: 'Coffer',
  motto: 'Prepaid credits, kept in good order.',
  promises: [
    {
      title: 'Never charged twice',
      text: 'A payment that breaks off is looked up, not repeated.',
    },
    {
      title: 'Your card stays yours',
      text: 'Only the payment gateway sees its number.',
    },
    {
      title: 'Every credit accounted for',
      text: 'Each purchase is in your ledger, with a receipt.',
    },
  ],
  offline: 'You are offline. Signing in, buying and loading will work again once you are back.',
  notKept:
    'This browser keeps no data for the store. You stay signed in only until this page is closed or reloaded.',
  back: 'Back to the store',
  backToSignUp: 'Back to sign up',
  skip: 'Skip to content',
} as const;
