import { describe, expect, it } from 'vitest';
import type { SavedCard } from '#contract/cards.ts';
import type { Product } from '#contract/products.ts';
import {
  cardsForTopUp,
  checkTopUpField,
  createTopUpForm,
  dollarsOf,
  parseCredits,
  parseDollars,
} from '#domain/top-up.ts';
import { topUpOff } from '#gallery/harness/fixtures.ts';
import { plus } from '#tests/purchases.ts';
import { on, card as savedCard } from '#tests/top-ups.ts';

describe('parseCredits', () => {
  it.each([
    ['500', 500],
    [' 1,000 ', 1_000],
    ['１２', 12],
    ['١٬٠٠٠', 1_000],
    ['۵۰۰\u200f', 500],
    ['1,000,000', 1_000_000],
    ['0', 0],
  ])('reads %j', (text, credits) => expect(parseCredits(text)).toBe(credits));

  it.each(['', '1.5', '-5', '1,00', '10,0000', '1 000', '5e2', 'many', '9007199254740993', '$5'])(
    'rejects %j',
    (text) => expect(parseCredits(text)).toBeNull(),
  );
});

describe('parseDollars', () => {
  it.each([
    ['50', 5_000],
    ['50.00', 5_000],
    ['50.05', 5_005],
    ['$1,000', 100_000],
    ['$1,000.50', 100_050],
    ['０.１０', 10],
    ['٥٠٫٠٥', 5_005],
  ])('reads %j as cents', (text, cents) => expect(parseDollars(text)).toBe(cents));

  it.each(['', '$', '50.', '.50', '50.5', '50.005', '-5', '1,00', '50 USD', '1e3', '99999999999999999'])(
    'rejects %j',
    (text) => expect(parseDollars(text)).toBeNull(),
  );

  it.each([
    [5_000, '50'],
    [5_050, '50.50'],
    [100_005, '1000.05'],
  ])('reads back %d cents from %s', (cents, text) => {
    expect(dollarsOf(cents)).toBe(text);
    expect(parseDollars(text)).toBe(cents);
  });
});

describe('checkTopUpField', () => {
  it.each([
    ['threshold', { threshold: ' ', limit: '' }, 'missing'],
    ['threshold', { threshold: '0', limit: '' }, 'malformed'],
    ['threshold', { threshold: 'x', limit: '' }, 'malformed'],
    ['threshold', { threshold: '1000000001', limit: '' }, 'too-large'],
    ['threshold', { threshold: '1,300', limit: '' }, 'above-package'],
    ['threshold', { threshold: '1,299', limit: '' }, null],
    ['limit', { threshold: '', limit: '' }, 'missing'],
    ['limit', { threshold: '', limit: '50.5' }, 'malformed'],
    ['limit', { threshold: '', limit: '100000.01' }, 'too-large'],
    ['limit', { threshold: '', limit: '9.99' }, 'below-price'],
    ['limit', { threshold: '', limit: '10' }, null],
  ] as const)('checks the %s of %j and returns %s', (field, form, problem) =>
    expect(checkTopUpField(field, form, plus)).toBe(problem),
  );
});

const card = (id: string, part: Partial<SavedCard> = {}): SavedCard => ({ ...savedCard, id, ...part });
const product = (id: string, price_cents: number): Product => ({ ...plus, id, price_cents });

it('automatic top-up offers only cards that the store can charge without the customer', () => {
  const cards = [
    card('good'),
    card('closed', { notice: 'closed' }),
    card('doubtful', { notice: 'contact-bank' }),
    card('expired', { expiry: '01/26' }),
    card('ends soon', { expiry: '03/26' }),
  ];
  expect(cardsForTopUp(cards, Date.UTC(2026, 2, 1)).map(({ id }) => id)).toEqual(['good', 'ends soon']);
});

it('the top-up form starts with the cheapest package and the first card, or the saved settings', () => {
  const products = [product('plus', 1_000), product('starter', 500)];
  const cards = [card('newest'), card('first')];
  expect(createTopUpForm(topUpOff, products, cards)).toEqual({
    threshold: '',
    productId: 'starter',
    cardId: 'newest',
    limit: '',
  });
  expect(createTopUpForm(on, products, cards)).toEqual({
    threshold: '500',
    productId: 'plus',
    cardId: 'first',
    limit: '50',
  });
  expect(createTopUpForm(on, products.slice(1), cards.slice(0, 1))).toMatchObject({
    productId: 'starter',
    cardId: 'newest',
  });
});
