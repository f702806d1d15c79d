import type { SavedCard } from '../contract/cards.ts';

/** The card to pay with: a saved one, or (null) one that the customer types. */
export interface CardChoice {
  readonly cardId: string | null;
}

export type CardsAnswer =
  | { readonly outcome: 'done'; readonly cards: readonly SavedCard[] }
  /** `message`: the store's detail; empty if it sent none. */
  | { readonly outcome: 'refused'; readonly message: string };

export interface CardChange {
  readonly kind: 'removal' | 'default';
  readonly card: SavedCard;
}

export interface CardsFailure {
  readonly change: CardChange;
  /** The store's detail; empty if it sent none. */
  readonly message: string;
}

export interface CardsContext {
  /** In the store's order: the default first. Kept while they load again. */
  readonly cards: readonly SavedCard[];
  /** In progress, or waiting for a confirmation. */
  readonly change: CardChange | null;
  readonly failure: CardsFailure | null;
  /** The last change, until the next one begins. */
  readonly done: CardChange | null;
  /** What the customer chose at the checkout; null for the default card. */
  readonly choice: CardChoice | null;
  /** Whether to save the card that the customer types. */
  readonly saveCard: boolean;
}

export type CardsEvent =
  /** Loads the list, or loads it again. */
  | { readonly type: 'cards.requested' }
  | { readonly type: 'default.chosen'; readonly cardId: string }
  | { readonly type: 'removal.requested'; readonly cardId: string }
  | { readonly type: 'removal.confirmed' }
  | { readonly type: 'removal.abandoned' }
  /** The customer chose what to pay with. */
  | { readonly type: 'card.chosen'; readonly cardId: string | null }
  | { readonly type: 'saving.chosen'; readonly saveCard: boolean }
  /** The checkout closed. */
  | { readonly type: 'choice.cleared' };
