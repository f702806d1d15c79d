import { countOf } from './common.ts';

/** The header of a customer's pages. */
export const headerTexts = {
  account: 'Account',
  pages: [
    ['/dashboard', 'Dashboard'],
    ['/activity', 'Activity'],
    ['/billing', 'Billing'],
    ['/security', 'Security'],
  ],
  signOut: 'Sign Out',
} as const;

export const dashboardTexts = {
  welcome: (name: string) => `Welcome, ${name}`,
  partMissing: 'This part of the page could not be loaded.',
} as const;

export const balanceTexts = {
  region: (product: string) => `Your ${product}`,
  value: (credits: string, product: string) => `${credits} ${product}`,
  belowZero: (missing: string, product: string) =>
    `Your balance is below zero because a payment was refunded or disputed after its ${product} were used. ` +
    `Your next purchase covers the missing ${missing} ${product} first. You keep the rest.`,
  unreadable: 'Your balance could not be loaded.',
  updating: 'Your balance is updating…',
  otherAccount: (product: string) =>
    `Another account uses the same email address. Its ${product} aren't shown here. To use them, sign in the way you did before, or contact us.`,
} as const;

export const packageTexts = {
  region: 'Credit Packages',
  unreadable: 'The packages could not be loaded.',
  empty: 'No packages are available right now. Please come back later.',
  credits: (credits: string) => countOf(credits, 'credit'),
  bonus: (credits: string) => `+${countOf(credits, 'bonus credit')}`,
  perDollar: (credits: string) => `${countOf(credits, 'credit')} per dollar`,
  chosen: 'Selected',
  popular: 'POPULAR',
  bestValue: 'BEST VALUE',
  offline: 'You are offline',
  buy: (price: string) => `Buy Now - ${price}`,
} as const;
