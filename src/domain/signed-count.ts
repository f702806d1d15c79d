import { formatCount } from './format.ts';

const minus = '\u2212';

const withMinus = (text: string): string => text.replace('-', minus);

/** 1300 → `1,300`, with a minus sign below zero. */
export const formatBalance = (credits: number): string => withMinus(formatCount(credits));

/** 1300 → `+1,300`, with a minus sign below zero. Zero has none. */
export const formatChange = (credits: number): string =>
  (credits > 0 ? '+' : '') + withMinus(formatCount(credits));
