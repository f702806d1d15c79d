import { expect, it } from 'vitest';
import type { SavedCard } from '#contract/cards.ts';
import { cardStateOf, isUsable } from '#domain/saved-cards.ts';
import { card as savedCard } from '#tests/top-ups.ts';

const card = (more: Partial<SavedCard> = {}): SavedCard => ({ ...savedCard, expiry: '10/27', ...more });
const at = (date: string) => Date.parse(date);

it.each([
  ['2027-08-31T00:00:00Z', 'usable'],
  ['2027-09-02T00:00:00Z', 'expires-soon'],
  ['2027-10-31T23:59:59.999Z', 'expires-soon'],
  ['2027-11-01T00:00:00Z', 'expired'],
] as const)('on %s, a card that is valid through October 2027 counts as %s', (date, state) => {
  expect(cardStateOf(card(), at(date))).toBe(state);
});

it.each([
  ['closed', 'closed', false],
  ['contact-bank', 'contact-bank', true],
  ['another', 'usable', true],
] as const)('a card with the notice %s counts as %s', (notice, state, usable) => {
  const now = at('2027-01-01T00:00:00Z');
  expect(cardStateOf(card({ notice }), now)).toBe(state);
  expect(isUsable(card({ notice }), now)).toBe(usable);
  expect(cardStateOf(card({ notice }), at('2028-01-01T00:00:00Z'))).toBe('expired');
});
