import { countOf } from './common.ts';

/** Texts of the header on a customer's pages. */
export const headerTexts = {
  account: 'Account',
  pages: [
    ['/dashboard', 'Dashboard'],
    ['/activity', 'Activity'],
    ['/billing', 'Billing'],
    ['/security', 'Security'],
    ['/profile', 'Profile'],
  ],
  signOut: 'Sign Out',
} as const;

export const dashboardTexts = {
  welcome: (name: string) => `Welcome, ${name}`,
  backTo: (host: string) => `Back to ${host}`,
  partMissing: "We couldn't load this part of the page.",
} as const;

export const balanceTexts = {
  region: (product: string) => `Your ${product}`,
  value: (credits: string, product: string) => `${credits} ${product}`,
  belowZero: (missing: string, product: string) =>
    `Your balance is negative because a payment was refunded or disputed after you used its ${product}. ` +
    `Your next purchase covers the missing ${missing} first.`,
  unreadable: "We couldn't load your balance.",
  updating: 'Your balance is updating…',
  otherAccount: (product: string) =>
    `Another account uses the same email address. Its ${product} aren't shown here. To use them, sign in the way you did before, or contact us.`,
} as const;

export const packageTexts = {
  region: 'Credit Packages',
  /** As in the terms. */
  refundable: 'Unused credits are refundable for 14 days.',
  unreadable: "We couldn't load the packages.",
  empty: 'No packages are available right now. Please come back later.',
  credits: (credits: string) => countOf(credits, 'credit'),
  bonus: (credits: string, bonus: string) => `${credits} + ${bonus} bonus`,
  perDollar: (credits: string) => `${countOf(credits, 'credit')} per dollar`,
  chosen: 'Selected',
  popular: 'POPULAR',
  bestValue: 'BEST VALUE',
  offline: "You're offline",
  open: { paying: 'Payment in progress', unknown: 'Payment pending' },
  buy: (price: string) => `Buy Now - ${price}`,
} as const;
