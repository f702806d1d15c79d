import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import { type TopUp, topUpLimits } from '#contract/top-up.ts';
import { narrow } from './digits.ts';
import { totalCredits } from './packages.ts';
import { cardStateOf } from './saved-cards.ts';

const amount = /^(\d{1,3}(?:,\d{3})+|\d+)$/;
const dollarAmount = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?$/;

const toInteger = (digits: string): number | null => {
  const read = Number(digits.replaceAll(',', ''));
  return Number.isSafeInteger(read) ? read : null;
};

/** Parses a number of credits, such as `500` or `1,000`. Returns null for anything else. */
export const parseCredits = (text: string): number | null => {
  const [, digits] = amount.exec(narrow(text).trim()) ?? [];
  return digits === undefined ? null : toInteger(digits);
};

/** Parses dollars, such as `50`, `50.00` or `$1,000`. Returns US cents, or null for anything else. */
export const parseDollars = (text: string): number | null => {
  const [, dollars, cents = '00'] = dollarAmount.exec(narrow(text).trim()) ?? [];
  return dollars === undefined ? null : toInteger(dollars + cents);
};

/** Formats US cents as a customer would type them: 5000 as `50`, 5050 as `50.50`. */
export const dollarsOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** The form's values as the customer typed or chose them. */
export interface TopUpForm {
  readonly threshold: string;
  readonly productId: string;
  readonly cardId: string;
  readonly limit: string;
}

export const topUpFields = ['threshold', 'limit'] as const;
export type TopUpField = (typeof topUpFields)[number];

export type TopUpProblem =
  | 'missing'
  | 'malformed'
  | 'too-large'
  /** The monthly limit is less than the package's price. */
  | 'below-price'
  /** The threshold isn't less than the number of credits that the package adds. */
  | 'above-package';

/** Returns what is wrong with a typed number, or null. @param read the parsed text; null if it isn't a number */
export const checkNumber = (text: string, read: number | null, most: number) => {
  if (text.trim() === '') return 'missing';
  if (read === null || read < 1) return 'malformed';
  return read > most ? 'too-large' : null;
};

/** Returns the problem with a field, or null. @param product the chosen package, or null */
export const checkTopUpField = (
  field: TopUpField,
  { threshold, limit }: Pick<TopUpForm, TopUpField>,
  product: Product | null,
): TopUpProblem | null => {
  if (field === 'threshold') {
    const credits = parseCredits(threshold);
    const problem = checkNumber(threshold, credits, topUpLimits.threshold);
    return problem ?? (product && (credits ?? 0) >= totalCredits(product) ? 'above-package' : null);
  }
  const cents = parseDollars(limit);
  const problem = checkNumber(limit, cents, topUpLimits.monthlyCents);
  return problem ?? (product && (cents ?? 0) < product.price_cents ? 'below-price' : null);
};

/** Returns the cards that top-up can charge: not expired, and without a notice from the bank. */
export const cardsForTopUp = (cards: readonly SavedCard[], now: number): readonly SavedCard[] =>
  cards.filter((card) => ['usable', 'expires-soon'].includes(cardStateOf(card, now)));

const cheapestOf = (products: readonly Product[]): Product | undefined =>
  [...products].sort((one, other) => one.price_cents - other.price_cents)[0];

/** Fills the form with the saved settings, or with the cheapest package and the first card. */
export const createTopUpForm = (
  { threshold_credits, product_id, card_id, monthly_limit_cents }: TopUp,
  products: readonly Product[],
  cards: readonly SavedCard[],
): TopUpForm => ({
  threshold: threshold_credits === null ? '' : String(threshold_credits),
  productId: (products.find(({ id }) => id === product_id) ?? cheapestOf(products))?.id ?? '',
  cardId: (cards.find(({ id }) => id === card_id) ?? cards[0])?.id ?? '',
  limit: monthly_limit_cents === null ? '' : dollarsOf(monthly_limit_cents),
});

/** What the customer agrees to by pressing Save. */
export interface TopUpSettings {
  readonly thresholdCredits: number;
  readonly productId: string;
  readonly cardId: string;
  /** In US cents. */
  readonly monthlyLimitCents: number;
  /** The price that the customer saw, in US cents. */
  readonly expectedCents: number;
  /** The version of the consent text that the customer saw. */
  readonly consent: string;
}

export type TopUpFailureName =
  | 'sign-in-required'
  | 'price-changed'
  /** The threshold or the limit doesn't fit the package. */
  | 'amounts-refused'
  | 'package-withdrawn'
  | 'card-missing'
  | 'card-expired'
  | 'card-refused'
  | 'consent-outdated'
  | 'unavailable'
  | 'customer-blocked'
  | 'rate-limited'
  | 'session-ended'
  | 'refused'
  /** The app sent nothing. */
  | 'unreachable'
  /** There was no usable response, so the store may have made the change. */
  | 'unknown';

export type TopUpResult =
  | { readonly outcome: 'done'; readonly topUp: TopUp }
  | { readonly outcome: 'refused'; readonly name: TopUpFailureName };

export type TopUpChange = 'save' | 'turn-off';

export interface TopUpFailure {
  readonly change: TopUpChange;
  readonly name: TopUpFailureName;
}
