import { describe, expect, it } from 'vitest';
import { StoreError } from '#domain/store-error.ts';
import { limitFailureText, limitProblemText, spendingLimitTexts } from '#texts/spending-limit.ts';
import { newsTexts } from '#texts/top-up-notices.ts';

const limit = { monthly_credits: 1_000, used: 420, resets_at: '2026-12-01T06:00:00Z' };
const refusal = (message: string, code?: 'recent-sign-in-required') =>
  new StoreError('refused', message, { status: 403, code });

describe('a spending limit', () => {
  it.each([
    [
      limit,
      { Limit: '1,000 credits a month', 'Used this month': '420 of 1,000 credits', Resets: 'Dec 01, 2026' },
    ],
    [
      { ...limit, monthly_credits: null, used: 1 },
      { Limit: 'None', 'Used this month': '1 credit' },
    ],
    [{ ...limit, resets_at: 'soon' }, { Resets: 'next month' }],
  ])('has the facts of %j', (state, facts) => expect(spendingLimitTexts.facts(state)).toMatchObject(facts));

  it.each([
    ['', /^Enter a number of credits/],
    ['0', /^Enter a whole number of credits/],
    ['12.5', /^Enter a whole number of credits/],
    ['1,000,000,000,001', /^Enter at most 1,000,000,000,000 credits$/],
  ])('can’t be %j', (typed, text) => expect(limitProblemText(typed)).toMatch(text));

  it('can be a number with commas', () => expect(limitProblemText('1,500')).toBeNull());
});

it('the news of a limit says until when, with the year if it is another one', () => {
  const textAt = (now: string, used = 500) =>
    newsTexts.limitNear({ ...limit, used, monthly_credits: 500 }, Date.parse(now));
  expect(textAt('2026-11-30T12:00:00Z')).toMatch(/until Dec 01\./);
  expect(textAt('2025-12-01T12:00:00Z')).toMatch(/until Dec 01, 2026\./);
  expect(textAt('2026-11-30T12:00:00Z', 499)).toMatch(/499 of the 500 credits .* resets on Dec 01\./);
});

describe('the text of a spending limit that was not changed', () => {
  it.each([
    [
      refusal('', 'recent-sign-in-required'),
      false,
      'To raise your limit, please sign in again. Nothing was changed.',
    ],
    [
      refusal('', 'recent-sign-in-required'),
      true,
      'To remove your limit, please sign in again. Nothing was changed.',
    ],
    [refusal('Too many requests.'), false, 'Your limit was not saved. Too many requests.'],
    [refusal('Request failed: Conflict'), true, 'Your limit was not removed. Please try again.'],
  ])('says what happened: %s', (error, isRemoval, text) =>
    expect(limitFailureText(error, isRemoval)).toBe(text),
  );

  it('doesn’t claim an outcome that is not known', () => {
    expect(limitFailureText(new StoreError('timed-out', 'No.'), true)).toMatch(
      /^We can't confirm that your limit was removed\. .* press Remove limit again\.$/,
    );
  });
});
