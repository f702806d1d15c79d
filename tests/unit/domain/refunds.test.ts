import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { mayHaveRefunded, refundViewOf } from '#domain/refunds.ts';
import { StoreError } from '#domain/store-error.ts';
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
  ['completed', terms, 'done', 'done'],
  ['refunded', undefined, 'done', 'done'],
  ['completed', terms, 'unknown', 'unknown'],
  ['completed', undefined, 'unknown', 'unknown'],
  ['completed', requested, 'unknown', 'requested'],
  ['completed', barred, 'unknown', 'barred'],
  ['refunded', terms, 'unknown', 'done'],
  ['completed', { ...barred, reason: 'not-completed' }, 'unknown', 'done'],
] as const)('a %s purchase with the terms %j and the outcome %s shows %s', (status, read, outcome, view) => {
  expect(refundViewOf(status, read, outcome)).toBe(view);
});

describe('a failed refund', () => {
  const refusal = (status: number, code?: ErrorCode) => new StoreError('refused', 'No.', { status, code });

  it.each([
    ['has no response', new StoreError('unreachable', 'No.')],
    ['is late', new StoreError('timed-out', 'No.')],
    ['is unreadable', new StoreError('malformed', 'No.', { status: 200 })],
    ['is a server error', refusal(502, 'outcome-unknown')],
    ['is not the store’s', new Error('Out of order')],
  ])('may have refunded the purchase if it %s', (_, error) => {
    expect(mayHaveRefunded(error, false)).toBe(true);
  });

  it.each([
    ['refused', refusal(429, 'rate-limited')],
    ['refused because of the gateway', refusal(503, 'gateway-unreachable')],
    ['refused for an old sign-in', refusal(403, 'recent-sign-in-required')],
    ['not sent', new StoreError('unsent', 'No.')],
  ])('has not refunded the purchase if it was %s, unless an earlier one may have', (_, error) => {
    expect(mayHaveRefunded(error, false)).toBe(false);
    expect(mayHaveRefunded(error, true)).toBe(true);
  });

  it.each(['not-refundable', 'refund-refused'] as const)('proves with %s that none was made', (code) => {
    expect(mayHaveRefunded(refusal(409, code), true)).toBe(false);
  });
});
