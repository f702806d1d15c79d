/** The most credits or US cents of a product, an adjustment or a balance, as the database checks them. */
export const largestAmount = 10 ** 12;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Integer US cents as shown to people: 2500 → `$25.00`, 123456 → `$1,234.56`. */
export const displayCents = (cents: number): string => dollars.format(cents / 100);

/** Integer US cents as the gateway takes them: 2500 → `25.00`. */
export const decimalDollars = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** An amount of the gateway, `25`, `25.0` or `-25.00`, as integer US cents; NaN for what is none. */
export const centsOf = (amount: string): number =>
  /^-?\d{1,9}(?:\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN;
