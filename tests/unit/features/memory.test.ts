import { expect, test, vi } from 'vitest';
import { keptTopUp } from '#features/billing/top-up-queries.ts';
import { createMemory, type MemoryPlace } from '#features/shared/memory.ts';
import { withMemoryFallback } from '#services/storage/device-storage.ts';

const open = (place: MemoryPlace) => {
  const storage = withMemoryFallback(undefined);
  return {
    storage,
    /** Opens the kept edits of a customer, or the kept edits without an owner. */
    editsOf: (owner: string | null) =>
      createMemory({ device: storage, tab: storage, page: storage }, owner)({ ...keptTopUp, place }),
  };
};

const wrong = JSON.stringify({ owner: 'ada', expiresAt: Date.now() + 60_000, value: { threshold: 5 } });
const edits = { threshold: '500', limit: '5x' };

test('a tab’s memory returns a value only to its owner, and drops the value if another customer reads it', () => {
  const { storage, editsOf } = open('tab');
  expect(editsOf('ada').read()).toBeNull();
  editsOf('ada').keep(edits);
  expect(editsOf('ada').read()).toEqual(edits);
  expect([editsOf('eve').read(), editsOf(null).read(), editsOf('ada').read()]).toEqual([null, null, null]);
  expect(storage.getItem('coffer.keptTopUp')).toBeNull();
  editsOf(null).keep(edits);
  expect(editsOf(null).read()).toEqual(edits);
  editsOf(null).forget();
  expect(editsOf(null).read()).toBeNull();
});

test('a device’s memory keeps the values of several customers', () => {
  const { editsOf } = open('device');
  editsOf('ada').keep(edits);
  editsOf('eve').keep({ limit: '7' });
  expect([editsOf('ada').read(), editsOf('eve').read()]).toEqual([edits, { limit: '7' }]);
});

test.each([
  ['at the end of its lifetime', keptTopUp.lifetime],
  ['if the clock went back', -1],
])('a kept value is dropped %s', (_, later) => {
  vi.useFakeTimers();
  const { editsOf } = open('tab');
  editsOf('ada').keep(edits);
  vi.setSystemTime(Date.now() + later - Math.sign(later));
  expect(editsOf('ada').read()).toEqual(edits);
  vi.setSystemTime(Date.now() + Math.sign(later));
  expect(editsOf('ada').read()).toBeNull();
});

test.each(['{', 'ada plus', 'null', '{}', '{"owner":"ada","expiresAt":1e99,"value":{}}', wrong])(
  'the invalid value %s in the tab is ignored',
  (text) => {
    const { storage, editsOf } = open('tab');
    storage.setItem('coffer.keptTopUp', text);
    expect(editsOf('ada').read()).toBeNull();
  },
);
