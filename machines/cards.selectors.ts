import type { SnapshotFrom } from 'xstate';
import type { SavedCard } from '../contract/cards.ts';
import type { cardsMachine } from './cards.ts';
import type { CardChoice, CardsContext } from './cards.types.ts';

export type CardsSnapshot = SnapshotFrom<typeof cardsMachine>;

export const selectCards = (snapshot: CardsSnapshot): readonly SavedCard[] => snapshot.context.cards;

export const selectChoice = (snapshot: CardsSnapshot): CardChoice | null => snapshot.context.choice;

/** Whether the customer wants the typed card saved. */
export const isSaving = (snapshot: CardsSnapshot): boolean => snapshot.context.saveCard;

export const isLoading = (snapshot: CardsSnapshot): boolean => snapshot.matches('loading');

export const isFailed = (snapshot: CardsSnapshot): boolean => snapshot.matches('failed');

/** Whether the store has listed the cards, and the list is current. */
export const isListed = (snapshot: CardsSnapshot): boolean => snapshot.matches('listed');

/** What the page shows. A list stays while it loads again, and if that fails. */
export const selectCardsView = (snapshot: CardsSnapshot): 'loading' | 'failed' | 'list' => {
  if (snapshot.matches('listed') || snapshot.context.cards.length > 0) return 'list';
  return snapshot.matches('failed') ? 'failed' : 'loading';
};

export const isBusy = (snapshot: CardsSnapshot): boolean => snapshot.hasTag('busy');

/** The card whose removal waits for a confirmation, or null. */
export const selectToRemove = (snapshot: CardsSnapshot): SavedCard | null =>
  snapshot.matches({ listed: 'confirming' }) ? (snapshot.context.change?.card ?? null) : null;

export const selectCardsFailure = (snapshot: CardsSnapshot): CardsContext['failure'] =>
  snapshot.context.failure;

export const selectDone = (snapshot: CardsSnapshot): CardsContext['done'] => snapshot.context.done;
