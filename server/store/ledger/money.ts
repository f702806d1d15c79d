const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents for people: 2500 → `$25.00`, 123456 → `$1,234.56`. */
export const displayCents = (cents: number): string => dollars.format(cents / 100);

/** Formats US cents for the gateway: 2500 → `25.00`. */
export const decimalDollars = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Parses the gateway's `25`, `25.0` or `-25.00` to integer US cents. Returns NaN if malformed. */
export const centsOf = (amount: string): number =>
  /^-?\d{1,9}(?:\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN;
