import { expect, test } from 'vitest';
import { readPackageLabel } from '#domain/packages.ts';

test.each([
  ['POPULAR', 'popular'],
  ['BEST VALUE', 'best-value'],
  [' POPULAR ', 'popular'],
  ['Great for teams', 'plain'],
  ['', 'none'],
  ['  ', 'none'],
])('%j is %s', (description, label) => {
  expect(readPackageLabel(description)).toBe(label);
});
