const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 12500 → `12,500`. Returns `N/A` for null and for numbers too large to be exact. */
export const formatCount = (count: number | null): string =>
  count === null || !(Math.abs(count) <= Number.MAX_SAFE_INTEGER) ? 'N/A' : grouped.format(count);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US cents: 1999 → `$19.99`. */
export const formatCents = (cents: number): string => dollars.format(cents / 100);

const minus = '\u2212';

const withMinus = (text: string): string => text.replace('-', minus);

/** 1300 → `1,300`, with a minus sign below zero. */
export const formatBalance = (credits: number): string => withMinus(formatCount(credits));

/** 1300 → `+1,300`, with a minus sign below zero. Zero has none. */
export const formatChange = (credits: number): string =>
  (credits > 0 ? '+' : '') + withMinus(formatCount(credits));
