import { countOf } from './nouns.ts';

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
