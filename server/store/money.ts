const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Integer US cents as shown to people: 2500 → `$25.00`, 123456 → `$1,234.56`. */
export const displayCents = (cents: number): string => dollars.format(cents / 100);

/** Integer US cents as the gateway takes them: 2500 → `25.00`. */
export const decimalDollars = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
