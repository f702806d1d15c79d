import { expect, test } from 'vitest';
import { followVisits } from '#app/customer/visited-addresses.ts';
import { createMemory } from '#features/shared/memory.ts';
import { withMemoryFallback } from '#services/storage/device-storage.ts';

const openTab = () => {
  const tab = withMemoryFallback(undefined);
  return createMemory({ device: tab, tab, page: tab }, null);
};

const at = (searchStr: string, index: number) => ({ searchStr, state: { __TSR_index: index } });
const receipt = '?tx=01890000-0000-7000-8000-000000000001';

test('a tab’s first customer and a returning customer keep the receipt in the address', () => {
  const tab = openTab();
  expect(followVisits('ada', tab)(at(receipt, 3))).toBe(false);
  expect(followVisits('ada', tab)(at(receipt, 4))).toBe(false);
});

test('another customer in the tab never gets a receipt that the previous customer left open', () => {
  const tab = openTab();
  followVisits('ada', tab);
  const isPrevious = followVisits('eve', tab);
  expect([at(receipt, 5), at(`?page=2&${receipt.slice(1)}`, 5)].map(isPrevious)).toEqual([true, true]);
  // Eve's own visits start with the first address without a receipt. Earlier addresses belong to Ada.
  expect(isPrevious(at('?status=failed', 5))).toBe(false);
  expect([at(receipt, 5), at(receipt, 6), at(receipt, 4), at('', 4)].map(isPrevious)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(followVisits('ada', tab)(at(receipt, 7))).toBe(true);
});
