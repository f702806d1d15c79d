import { expect, it } from 'vitest';
import { withMemoryFallback } from '#services/storage/device-storage.ts';
import { createAttemptKeeper } from '#services/store/attempts.ts';
import { createDevice } from '../identity/world.ts';

const product = {
  id: 'gold',
  name: 'Gold',
  price_cents: 1999,
  credits: 100,
  bonus_credits: 10,
  description: '',
};

it('keeps attempts on the device until they are settled, the oldest first', async () => {
  const { storage, entries } = createDevice();
  const keeper = createAttemptKeeper(storage);
  const first = await keeper.keep({ customerId: 'c1', product });
  const second = await createAttemptKeeper(storage).keep({ customerId: 'c1', product });
  expect(first).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    customerId: 'c1',
    productId: 'gold',
    productName: 'Gold',
    startedAt: expect.any(Number),
  });
  expect(await createAttemptKeeper(storage).recall({ customerId: 'c1' })).toEqual(first);
  keeper.settle(first);
  expect(await keeper.recall({ customerId: 'c1' })).toEqual(second);
  keeper.settle(second);
  expect(entries.size).toBe(0);
});

it('leaves another customer’s attempt alone', async () => {
  const keeper = createAttemptKeeper(createDevice().storage);
  const theirs = await keeper.keep({ customerId: 'c2', product });
  expect(await keeper.recall({ customerId: 'c1' })).toBeNull();
  await keeper.keep({ customerId: 'c1', product });
  expect(await keeper.recall({ customerId: 'c2' })).toEqual(theirs);
});

it.each(['not JSON', '{}', '[{"id":"1"}]', '[null]', '[{"__proto__":{"customerId":"c1"}}]'])(
  'drops what is corrupt: %s',
  async (text) => {
    const { storage } = createDevice();
    storage.setItem('coffer.attempts.c1', text);
    const keeper = createAttemptKeeper(storage);
    expect(await keeper.recall({ customerId: 'c1' })).toBeNull();
    const attempt = await keeper.keep({ customerId: 'c1', product });
    expect(await keeper.recall({ customerId: 'c1' })).toEqual(attempt);
  },
);

it('keeps attempts in memory where the device refuses', async () => {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  const keeper = createAttemptKeeper(
    withMemoryFallback({ getItem: refuse, setItem: refuse, removeItem: refuse }),
  );
  const attempt = await keeper.keep({ customerId: 'c1', product });
  expect(await keeper.recall({ customerId: 'c1' })).toEqual(attempt);
  keeper.settle(attempt);
  expect(await keeper.recall({ customerId: 'c1' })).toBeNull();
});
