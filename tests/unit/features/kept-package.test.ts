import { expect, test } from 'vitest';
import { keepPackage, takePackage } from '#features/checkout/kept-package.ts';
import { withMemoryFallback } from '#services/storage/device-storage.ts';

test('a sign-in that leaves the page keeps the chosen package in the tab, once, and only for its customer', () => {
  const tab = withMemoryFallback(undefined);
  keepPackage(tab, 'ada', 'plus 1200');
  expect(takePackage(tab, 'ada')).toBe('plus 1200');
  expect(takePackage(tab, 'ada')).toBeNull();
  keepPackage(tab, 'ada', 'plus 1200');
  expect(takePackage(tab, 'ad')).toBeNull();
  expect(takePackage(tab, 'ada')).toBeNull();
});
