export const shellTexts = {
  brand: 'Coffer',
  motto: 'Prepaid credits, kept in good order.',
  promises: {
    'Never charged twice': 'If a payment is interrupted, we check what happened before charging again.',
    'Your card stays yours': 'Only the payment gateway sees its number.',
    'Every credit accounted for': 'Each purchase is in your ledger, with a receipt.',
  },
  offline: "You're offline.",
  offlineHint: "Sign-in, purchases and changes work again once you're back online.",
  notKept:
    'This browser is blocking site storage. You stay signed in only until this page is closed or reloaded.',
  back: 'Back to the store',
  backToSignUp: 'Back to sign up',
  skip: 'Skip to content',
  terms: 'Terms',
  privacy: 'Privacy',
  support: 'Support',
  newTab: 'Opens in a new tab',
} as const;
