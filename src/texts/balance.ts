export const balanceTexts = {
  region: (product: string) => `Your ${product}`,
  value: (credits: string, product: string) => `${credits} ${product}`,
  unreadable: 'Your balance could not be loaded.',
  updating: 'Your balance is updating…',
} as const;
