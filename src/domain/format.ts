const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats 12500 as `12,500`. Returns `N/A` for null and for numbers too large to be exact. */
export const formatCount = (count: number | null): string =>
  count === null || !(Math.abs(count) <= Number.MAX_SAFE_INTEGER) ? 'N/A' : grouped.format(count);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents: 1999 as `$19.99`. */
export const formatCents = (cents: number): string => dollars.format(cents / 100);

const withMinus = (text: string): string => text.replace('-', '\u2212');

/** Formats 1300 as `1,300`, and uses a real minus sign (−) for negative numbers. */
export const formatBalance = (credits: number): string => withMinus(formatCount(credits));

/** Formats 1300 as `+1,300`, and uses a real minus sign (−) for negative numbers. Zero has no sign. */
export const formatChange = (credits: number): string =>
  (credits > 0 ? '+' : '') + withMinus(formatCount(credits));
