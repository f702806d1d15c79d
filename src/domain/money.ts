const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US cents as dollars with two decimals: 1999 → `$19.99`. */
export const formatCents = (cents: number): string => dollars.format(cents / 100);
