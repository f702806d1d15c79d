export const packageTexts = {
  region: 'Credit Packages',
  unreadable: 'The packages could not be loaded.',
  empty: 'No packages are on offer right now. Please come back later.',
  credits: (credits: string) => `${credits} credits`,
  bonus: (credits: string) => `+${credits} bonus credits`,
  popular: 'POPULAR',
  bestValue: 'BEST VALUE',
  buy: (price: string) => `Buy Now - ${price}`,
} as const;
