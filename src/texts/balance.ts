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
