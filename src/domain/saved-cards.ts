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

/** Whether the customer can choose the card to pay. */
export const isUsable = (card: SavedCard, now: number): boolean =>
  !['expired', 'closed'].includes(cardStateOf(card, now));

/** The usable card that was chosen; without a choice, the first usable one. Null for a card to type. */
export const chosenCard = (
  cards: readonly SavedCard[],
  choice: { readonly cardId: string | null } | null,
  now: number,
): SavedCard | null => {
  const usable = cards.filter((card) => isUsable(card, now));
  if (choice?.cardId === null) return null;
  return usable.find(({ id }) => id === choice?.cardId) ?? usable[0] ?? null;
};
