import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { topUpConsentVersion, topUpPauses } from '#contract/top-up.ts';
import type { TopUpFailureName } from '#domain/top-up.ts';
import { plus } from '#tests/purchases.ts';
import { consentText, intervalText, pauseText, topUpFailureText, topUpProblemText } from '#texts/top-up.ts';

/** Returns the current consent text from the decision record, including its example values. */
const decidedWords = (): string => {
  const decision = readFileSync('docs/decisions/top-up.md', 'utf8');
  const row = decision.split('\n').find((line) => line.startsWith(`| \`${topUpConsentVersion}\` |`));
  const [, , words = ''] = row?.split('|') ?? [];
  return words.trim().replaceAll(/[{}]/g, '');
};

const example = {
  card: { brand: 'visa', last4: '1111' },
  price: 1_000,
  credits: 1_300,
  threshold: 500,
  limit: 5_000,
  intervalSeconds: 1_800,
};

describe('the consent text', () => {
  it('matches the text in the decision record', () => expect(consentText(example)).toBe(decidedWords()));

  it.each([
    [3_600, '1 hour'],
    [7_200, '2 hours'],
    [1_800, '30 minutes'],
    [60, '1 minute'],
    [90, '90 seconds'],
    [1, '1 second'],
  ])('never rounds the interval: %d s is %s', (seconds, text) => expect(intervalText(seconds)).toBe(text));
});

describe('a top-up pause', () => {
  it.each(topUpPauses)('has its own text for %s that says what to do', (reason) => {
    expect(pauseText(reason, 'add')).toMatch(/paused\. We won't charge your card\..*press Save\.$/);
    expect(pauseText(reason, 'add')).not.toBe(pauseText(null, 'add'));
    expect(pauseText(reason, 'add')).not.toMatch(/choose another card/i);
  });

  it.each([
    ['add', 'This card has expired. Add another card above. To turn it on'],
    ['choose', 'This card has expired. Choose another card below. To turn it on'],
  ] as const)('tells a customer how to use another card: %s', (advice, text) => {
    expect(pauseText('card-expired', advice)).toContain(text);
  });

  it('has a general text if the reason is unknown', () => {
    expect(pauseText('toString', 'add')).toBe(pauseText(null, 'add'));
    expect(pauseText(null, 'add')).toContain('Something needs your attention.');
  });
});

const saveFailures: Readonly<Record<TopUpFailureName, RegExp>> = {
  'sign-in-required': /charge more, please sign in again\. Nothing was saved\.$/,
  'price-changed': /price.*changed\. Nothing was saved\. Check the new price/,
  'amounts-refused': /Nothing was saved\. Enter fewer credits than the package adds/,
  'package-withdrawn': /package.*Nothing was saved\. Choose another package/,
  'card-missing': /no longer saved\. Nothing was saved\. Choose another card/,
  'card-expired': /expired\. Nothing was saved\. Choose another card/,
  'card-refused': /bank.*Nothing was saved\. Choose another card/,
  'consent-outdated': /terms.*Nothing was saved\. Reload the page/,
  unavailable: /isn't available right now\. Nothing was saved\.$/,
  'customer-blocked': /can't make purchases right now\. Nothing was saved\. Please contact us/,
  'rate-limited': /Too many attempts\. Nothing was saved\. Wait/,
  'session-ended': /sign in/,
  refused: /couldn't save these settings\. Check/,
  unreachable: /can't reach the store\. Nothing was saved/,
  unknown: /can't confirm whether your settings were saved/,
};

describe('the text of a failed top-up change', () => {
  it.each(Object.entries(saveFailures))('explains a failed Save: %s', (name, text) => {
    expect(topUpFailureText({ change: 'save', name: name as TopUpFailureName })).toMatch(text);
  });

  it.each(['refused', 'unreachable', 'rate-limited'] as const)('explains a failed Turn Off: %s', (name) =>
    expect(topUpFailureText({ change: 'turn-off', name })).toMatch(
      /isn't off yet\. .*(try|press Turn Off) again\.$/i,
    ),
  );

  it('leaves open whether a Turn Off without a response worked', () =>
    expect(topUpFailureText({ change: 'turn-off', name: 'unknown' })).toMatch(/can't confirm .* is off/));
});

it.each([
  [plus, 'This package adds 1,300 credits, so enter at most 1,299'],
  [{ ...plus, credits: 1, bonus_credits: 0 }, 'This package adds too few credits. Choose a larger one'],
])('a threshold above the package %o is refused with a valid alternative', (product, text) =>
  expect(topUpProblemText('threshold', 'above-package', product)).toBe(text),
);
