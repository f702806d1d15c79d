import type { SavedCard } from '#contract/cards.ts';
import type { CardsFailure } from '#domain/saved-cards.ts';
import { savedCardName } from './cards.ts';

export const billingTexts = {
  cards: 'Saved cards',
  list: 'Your saved cards',
  lead: 'Cards that you save when you pay. The payment gateway keeps their numbers. We keep only what you see here.',
  loading: 'Loading your saved cards…',
  failed: 'Your saved cards could not be loaded.',
  outdated: 'Your saved cards could not be loaded again. To change them, press Retry.',
  offline: 'You can change your cards once you are back online.',
  unsupported: 'This store does not save cards.',
  empty: 'You have no saved cards.',
  emptyHint: 'To save one, check “Save this card for next time” when you pay.',
  isDefault: 'Default',
  makeDefault: 'Make Default',
  makeDefaultName: (card: SavedCard) => `Make ${savedCardName(card)} the default`,
  remove: 'Remove',
  /** The accessible name of `remove`. */
  removeName: (card: SavedCard) => `Remove ${savedCardName(card)}`,
  confirmTitle: (card: SavedCard) => `Remove ${savedCardName(card)}?`,
  confirmHint:
    'We also delete the card from the payment gateway. To use it again, enter it when you next pay.',
  keep: 'Keep Card',
  removed: (card: SavedCard) => `${savedCardName(card)} was removed.`,
  defaultChanged: (card: SavedCard) => `${savedCardName(card)} is now your default card.`,
  updated: (date: string) => `Your bank updated this card on ${date}.`,
} as const;

export const cardsFailureText = ({ change: { kind, card }, message }: CardsFailure): string =>
  message ||
  (kind === 'removal'
    ? `${savedCardName(card)} could not be removed. Please try again.`
    : `${savedCardName(card)} could not be made the default. Please try again.`);
