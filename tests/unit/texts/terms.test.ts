import { expect, it } from 'vitest';
import { termsTexts } from '#texts/terms.ts';

it.each([
  [30, 'for 30 days:'],
  [1, 'for 1 day:'],
  [0, undefined],
])('the terms say how customers can refund purchases themselves within %i days', (days, words) => {
  const [promise, button] = termsTexts(days).sections.Refunds;
  expect(promise).toContain('within 14 days');
  if (words === undefined) expect(button).toBeUndefined();
  else expect(button).toContain(words);
});
