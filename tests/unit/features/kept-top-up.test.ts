import { expect, test } from 'vitest';
import { forgetTopUp, keepTopUp, keptTopUp } from '#features/billing/kept-top-up.ts';
import { withMemoryFallback } from '#services/storage/device-storage.ts';

test('a sign-in keeps what was typed about top-up in the tab, and only for its customer', () => {
  const tab = withMemoryFallback(undefined);
  expect(keptTopUp(tab, 'ada')).toEqual({});
  keepTopUp(tab, 'ada', { threshold: '500', limit: '5x' });
  expect(keptTopUp(tab, 'ada')).toEqual({ threshold: '500', limit: '5x' });
  expect(keptTopUp(tab, 'eve')).toEqual({});
  expect(keptTopUp(tab, undefined)).toEqual({});
  forgetTopUp(tab);
  expect(keptTopUp(tab, 'ada')).toEqual({});
});

test.each(['{', '{}', '{"customerId":"ada","threshold":5}'])('%s in the tab counts as nothing', (text) => {
  const tab = withMemoryFallback(undefined);
  tab.setItem('coffer.keptTopUp', text);
  expect(keptTopUp(tab, 'ada')).toEqual({});
});
