import { expect, it } from 'vitest';
import { grantTexts, usageTexts } from '#texts/usage.ts';

const factsOf = (average: number, daysLeft: number | null) =>
  usageTexts.facts({ credits: 1, average, isUsed: true, daysLeft });

it.each([
  [0, 'less than a day left'],
  [1, 'about 1 day left'],
  [12, 'about 12 days left'],
  [365, 'about 365 days left'],
  [366, 'more than a year left'],
])('%d days of credits are %j', (days, text) => expect(factsOf(1, days)['At this rate']).toBe(text));

it('an unknown number of days is left out', () => {
  expect(factsOf(1, null)).toEqual({ 'Last 30 days': '1 credit', 'Average a day': '1 credit' });
});

it.each([
  [0.04, '0 credits'],
  [3.333, '3.3 credits'],
  [416.67, '417 credits'],
  [-2.5, '\u22122.5 credits'],
])('an average of %d is shown as %j', (average, text) =>
  expect(factsOf(average, null)['Average a day']).toBe(text),
);

it.each([
  [0, null, "Doesn't expire"],
  [30, null, "30 on hold · Doesn't expire"],
  [30, 'Apr 01, 2026', '30 on hold · Expires Apr 01, 2026'],
])('a grant with %d held credits that expires on %j has the state %j', (held, expiry, text) =>
  expect(grantTexts.state(held, expiry)).toBe(text),
);
