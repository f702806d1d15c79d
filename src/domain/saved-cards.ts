import type { SavedCard } from '#contract/cards.ts';

/** A card with at most this many milliseconds left counts as expiring soon. */
const soon = 60 * 24 * 60 * 60_000;

/** Returns the end of a card's last month in UTC, in ms since the epoch. NaN if `expiry` isn't `MM/YY`. */
const endOf = ({ expiry }: Pick<SavedCard, 'expiry'>): number => {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  return Date.UTC(2000 + Number(year), Number(month));
};

export type CardState = 'usable' | 'expires-soon' | 'contact-bank' | 'expired' | 'closed';

/** Returns a card's state. @param now in milliseconds since the epoch */
export const cardStateOf = (card: SavedCard, now: number): CardState => {
  const left = endOf(card) - now;
  if (left <= 0) return 'expired';
  if (card.notice === 'closed' || card.notice === 'contact-bank') return card.notice;
  return left <= soon ? 'expires-soon' : 'usable';
};

export interface CardChange {
  readonly kind: 'removal' | 'default';
  readonly card: SavedCard;
}

export type CardsResult =
  /** `cards` are the remaining cards. */
  | { readonly outcome: 'done'; readonly cards: readonly SavedCard[] }
  /** `message` is the store's `detail`, or empty if it sent none. */
  | { readonly outcome: 'refused'; readonly message: string };

export interface CardsFailure {
  readonly change: CardChange;
  /** The store's `detail`, or empty if it sent none. */
  readonly message: string;
}

/** Returns whether the customer can pay with the card. */
export const isUsable = (card: SavedCard, now: number): boolean =>
  !['expired', 'closed'].includes(cardStateOf(card, now));

export type NewCardResult =
  | { readonly outcome: 'saved'; readonly card: SavedCard }
  /** `message` is the store's `detail`, or empty if it sent none. */
  | {
      readonly outcome: 'refused';
      readonly code: string | undefined;
      readonly message: string;
    }
  /** The store may have saved the card. `repeat` sends the same request again. */
  | { readonly outcome: 'unknown'; readonly repeat: () => Promise<NewCardResult> };
