import { expect, it } from 'vitest';
import { refundViewOf } from '#domain/refunds.ts';
import { refundTerms as terms } from '#tests/purchases.ts';

const barred = { ...terms, allowed: false, reason: 'credits-spent' };
const requested = { ...terms, allowed: false, requested_at: '2026-03-14T15:09:26Z' };

it.each([
  ['completed', undefined, 'none', 'loading'],
  ['completed', null, 'none', 'none'],
  ['completed', terms, 'none', 'offered'],
  ['completed', barred, 'none', 'barred'],
  ['completed', { ...barred, reason: 'off' }, 'none', 'none'],
  ['completed', requested, 'none', 'requested'],
  ['pending', undefined, 'none', 'none'],
  ['refunded', terms, 'none', 'none'],
  ['completed', requested, 'requested', 'requested'],
  ['completed', { ...barred, reason: 'not-completed' }, 'requested', 'done'],
  ['refunded', undefined, 'requested', 'done'],
  ['completed', terms, 'requested', 'offered'],
  ['completed', terms, 'unknown', 'unknown'],
  ['completed', undefined, 'unknown', 'unknown'],
  ['completed', requested, 'unknown', 'requested'],
  ['completed', barred, 'unknown', 'barred'],
  ['refunded', terms, 'unknown', 'done'],
  ['completed', { ...barred, reason: 'not-completed' }, 'unknown', 'done'],
] as const)('a %s purchase with the terms %j and the outcome %s shows %s', (status, read, outcome, view) => {
  expect(refundViewOf(status, read, outcome)).toBe(view);
});
