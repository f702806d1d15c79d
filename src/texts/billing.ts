import type { SavedCard } from '#contract/cards.ts';
import type { CardsFailure } from '#domain/saved-cards.ts';
import { savedCardName } from './cards.ts';

export const billingTexts = {
  cards: 'Saved cards',
  list: 'Your saved cards',
  lead: 'The payment gateway stores the numbers of your cards; we never see them.',
  loading: 'Loading your saved cards…',
  failed: "We couldn't load your saved cards.",
  outdated: "We couldn't refresh your cards. Press Retry to make changes.",
  offline: "You can change your cards once you're back online.",
  unsupported: "This store doesn't save cards.",
  empty: 'You have no saved cards.',
  emptyHint: 'Add one here, or check “Save this card for next time” when you pay.',
  add: 'Add a card',
  added: (card: SavedCard) => `${savedCardName(card)} was saved.`,
  isDefault: 'Default',
  makeDefault: 'Make default',
  makeDefaultName: (card: SavedCard) => `Make ${savedCardName(card)} the default`,
  remove: 'Remove',
  /** Accessible name of the `remove` button. */
  removeName: (card: SavedCard) => `Remove ${savedCardName(card)}`,
  confirmTitle: (card: SavedCard) => `Remove ${savedCardName(card)}?`,
  confirmHint: 'We also delete the card from the payment gateway. To use it again, add it again.',
  keep: 'Keep card',
  removed: (card: SavedCard) => `${savedCardName(card)} was removed.`,
  defaultChanged: (card: SavedCard) => `${savedCardName(card)} is now your default card.`,
  updated: (date: string) => `Your bank updated this card on ${date}.`,
} as const;

export const cardsFailureText = ({ change: { kind, card }, message }: CardsFailure): string =>
  message ||
  (kind === 'removal'
    ? `We couldn't remove ${savedCardName(card)}. Please try again.`
    : `We couldn't make ${savedCardName(card)} the default. Please try again.`);
