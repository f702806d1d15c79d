import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '#contract/transactions.ts';
import { storeReplies } from '#services/store/replies.ts';
import { plus as product, summary } from '#tests/purchases.ts';
import { blankTransaction, completedTransaction, partRefund } from '#tests/transactions.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

const good = { ...product, id: 'good' };

describe('a list of products', () => {
  it.each<[string, object, object]>([
    ['no bonus', { bonus_credits: null }, { bonus_credits: 0 }],
    ['a bonus below zero', { bonus_credits: -5 }, { bonus_credits: -5 }],
    [
      'numbers as texts',
      { price_cents: '1000', credits: ' 1200 ', bonus_credits: '0' },
      { bonus_credits: 0 },
    ],
    ['a number as its id', { id: 17 }, { id: '17' }],
    ['an unknown field', { discount: { percent: 5 } }, {}],
    ['no description', { description: null }, { description: '' }],
    ['a description that is not a string', { description: 5 }, { description: '' }],
  ])('can contain a product with %s', (_, changes, read) => {
    const reply = v.parse(storeReplies.Products, [{ ...product, ...changes }, good]);
    expect(reply).toEqual([{ ...product, ...read }, good]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['price_cents', { ...product, price_cents: 19.99 }],
    ['price_cents', { ...product, price_cents: '19.99' }],
    ['price_cents', { ...product, price_cents: '19.00' }],
    ['price_cents', { ...product, price_cents: '$1,999' }],
    ['price_cents', { ...product, price_cents: '0x7cf' }],
    ['price_cents', { ...product, price_cents: '' }],
    ['price_cents', { ...product, price_cents: -1 }],
    ['price_cents', { ...product, price_cents: 2 ** 60 }],
    ['price_cents', { ...product, price_cents: null }],
    ['credits', { ...product, credits: undefined }],
    ['bonus_credits', { ...product, bonus_credits: 'lots' }],
    ['name', { ...product, name: null }],
    ['id', { ...product, id: 1.5 }],
    ['not an object', null],
    ['not an object', [product]],
  ])('skips only an unreadable product: %s', (field, odd) => {
    expect(v.parse(storeReplies.Products, [odd, good])).toEqual([good]);
    expect(vi.mocked(console.warn).mock.calls).toEqual([[`Skipped an unreadable product: ${field}`]]);
  });

  it('is invalid if it is not an array', () => {
    expect(v.is(storeReplies.Products, { products: [good] })).toBe(false);
  });
});

describe('a page of the ledger', () => {
  const pagination = { total_pages: 1, total_items: 2 };
  const read = (...transactions: unknown[]) => v.parse(storeReplies.History, { transactions, pagination });

  it('is invalid without a list of rows', () => {
    expect(v.is(storeReplies.History, { transactions: {}, pagination })).toBe(false);
  });

  it('keeps a row with fields in other formats, and treats unreadable fields as missing', () => {
    const odd = {
      id: 5,
      product_name: {},
      transaction_date: 1_795_000_000,
      status: false,
      amount_display: 19.99,
      credits_received: '1200',
      bonus_credits: '1e3',
      total_credits: [],
      balance_after_transaction: '-7',
      ionic_order_id: 8041,
      note: 'unknown here',
    };
    expect(read(odd, completedTransaction).transactions).toEqual([
      {
        ...blankTransaction,
        id: '5',
        credits_received: 1200,
        balance_after_transaction: -7,
        ionic_order_id: '8041',
      },
      completedTransaction,
    ]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it.each(['a text', null, 7, [completedTransaction]])('skips the value %j, which is not a row', (odd) => {
    expect(read(odd, completedTransaction).transactions).toEqual([completedTransaction]);
    expect(vi.mocked(console.warn).mock.calls).toEqual([
      ['Skipped an unreadable transaction: not an object'],
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['no list', { kind: 'refund' }],
    ['a text', 'refunded'],
  ])('keeps a row with %s as its reversals', (_, reversals) => {
    expect(read({ ...completedTransaction, reversals }).transactions).toEqual([completedTransaction]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('keeps the readable reversals of a row, whatever their fields are', () => {
    const odd = { kind: 7, date: 1_795_000_000, amount_display: 4, credits: '520', note: 'unknown here' };
    const reversals = [partRefund, odd, 'a text', {}];
    const blank = { kind: null, date: null, amount_display: null, credits: null };
    expect(read({ ...completedTransaction, reversals }, completedTransaction).transactions).toEqual([
      { ...completedTransaction, reversals: [partRefund, { ...blank, credits: 520 }, blank] },
      completedTransaction,
    ]);
    expect(vi.mocked(console.warn).mock.calls).toEqual([['Skipped an unreadable reversal: not an object']]);
  });

  it.each<[unknown, Transaction['card']]>([
    [
      { brand: 'visa', last4: '1111' },
      { brand: 'visa', last4: '1111' },
    ],
    [
      { brand: 5, last4: 1111 },
      { brand: null, last4: '1111' },
    ],
    [{ brand: 'visa' }, null],
    ['Visa 1111', null],
  ])('keeps a row with %j as its card', (card, readCard) => {
    expect(read({ ...completedTransaction, card, failure_reason: 7 }).transactions).toEqual([
      { ...completedTransaction, card: readCard },
    ]);
  });

  it('accepts totals as strings', () => {
    const totals = { total_pages: '3', total_items: '30' };
    expect(v.parse(storeReplies.History, { transactions: [], pagination: totals }).pagination).toEqual({
      total_pages: 3,
      total_items: 30,
    });
  });
});

it('a balance or a sum can be a numeric string, but nothing else', () => {
  expect(v.parse(storeReplies.Balance, { balance: '-40' })).toEqual({ balance: -40 });
  expect(
    v.parse(storeReplies.Summary, { ...summary, total_credits_purchased: '5', current_balance: '0' }),
  ).toMatchObject({ total_credits_purchased: 5, current_balance: 0 });
  expect(v.is(storeReplies.Balance, { balance: '4,000' })).toBe(false);
  expect(v.is(storeReplies.Summary, { ...summary, total_spent_display: 100 })).toBe(false);
});
