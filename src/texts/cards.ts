import type { SavedCard } from '#contract/cards.ts';
import type { CardState } from '#domain/saved-cards.ts';

export const cardChoiceTexts = {
  legend: 'Card',
  another: 'Use another card',
  newCard: 'New card',
  save: 'Save this card for next time',
  saveHint: 'The payment gateway stores the card number. You can remove the card at any time.',
} as const;

const brandNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['maestro', 'Maestro'],
  ['unionpay', 'UnionPay'],
]);

export const savedCardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brandNames.get(brand?.toLowerCase() ?? '') ?? 'Card'} ending in ${last4}`;

/** Returns a card's expiry date, or a warning if the bank may decline the card. */
export const cardStateText = (state: CardState, { expiry }: Pick<SavedCard, 'expiry'>): string =>
  ({
    usable: `Expires ${expiry}`,
    'expires-soon': `Expires soon: ${expiry}`,
    expired: `Expired ${expiry}`,
    closed: 'Your bank has closed this card.',
    'contact-bank': 'Your bank may decline this card. Please contact your bank.',
  })[state];
