const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A count for reading: 12500 → `12,500`. What is missing, or too large to be exact, is `N/A`. */
export const formatCount = (count: number | null): string =>
  count === null || !(Math.abs(count) <= Number.MAX_SAFE_INTEGER) ? 'N/A' : grouped.format(count);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US cents as dollars with two decimals: 1999 → `$19.99`. */
export const formatCents = (cents: number): string => dollars.format(cents / 100);
