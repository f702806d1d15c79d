import type { SavedCard } from '#contract/cards.ts';

/** Milliseconds before its end in which a card counts as expiring soon. */
const soon = 60 * 24 * 60 * 60_000;

/** The end of a card's last month in milliseconds, in UTC. NaN if `expiry` is not `MM/YY`. */
const endOf = ({ expiry }: Pick<SavedCard, 'expiry'>): number => {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  return Date.UTC(2000 + Number(year), Number(month));
};

export type CardState = 'usable' | 'expires-soon' | 'contact-bank' | 'expired' | 'closed';

/** @param now in milliseconds */
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
  /** `cards`: the ones that are left. */
  | { readonly outcome: 'done'; readonly cards: readonly SavedCard[] }
  /** `message`: the store's detail; empty if it sent none. */
  | { readonly outcome: 'refused'; readonly message: string };

export interface CardsFailure {
  readonly change: CardChange;
  /** The store's detail; empty if it sent none. */
  readonly message: string;
}

/** Whether the customer can choose the card to pay. */
export const isUsable = (card: SavedCard, now: number): boolean =>
  !['expired', 'closed'].includes(cardStateOf(card, now));
