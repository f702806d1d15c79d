import type { SavedCard } from '#contract/cards.ts';
import type { CardState } from '#domain/saved-cards.ts';
import { ledgerTexts } from './ledger.ts';

export const cardChoiceTexts = {
  legend: 'Card',
  another: 'Use another card',
  newCard: 'New card',
  save: 'Save this card for next time',
  saveHint: 'The payment gateway keeps the card number. You can remove the card at any time.',
} as const;

const { brands, otherBrand, endingIn } = ledgerTexts.card;
const brandNames: ReadonlyMap<string, string> = new Map(Object.entries(brands));

export const savedCardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  endingIn(brandNames.get(brand?.toLowerCase() ?? '') ?? otherBrand, last4);

/** What the customer should know about a card; empty if nothing. */
export const cardStateText = (state: CardState, { expiry }: Pick<SavedCard, 'expiry'>): string =>
  ({
    usable: `Expires ${expiry}`,
    'expires-soon': `Expires soon: ${expiry}`,
    expired: `Expired ${expiry}`,
    closed: 'Your bank has closed this card.',
    'contact-bank': 'Your bank may decline this card. Please contact your bank.',
  })[state];
