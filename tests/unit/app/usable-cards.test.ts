import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { SavedCard } from '#contract/cards.ts';
import { type CardsSource, readUsableCards } from '#features/shared/cards-queries.ts';
import { card as savedCard } from '#tests/top-ups.ts';

const card = (id: string, expiry = savedCard.expiry): SavedCard => ({ ...savedCard, id, expiry });

const open = (...cards: SavedCard[]) => {
  const list = vi.fn<CardsSource['list']>(async () => cards);
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const source: CardsSource = { list, change: async () => ({ outcome: 'refused', message: '' }) };
  return {
    list,
    read: () => readUsableCards(client, source),
    outdate: () => client.invalidateQueries({ queryKey: ['cards'], refetchType: 'none' }),
  };
};

it('a checkout offers the cards that can be charged, and fetches them once', async () => {
  const { list, read } = open(card('expired', '01/20'), card('one'), card('two'));
  expect(await read()).toEqual(['one', 'two']);
  await read();
  expect(list).toHaveBeenCalledOnce();
});

it('a checkout fetches the cards again if they failed to load or are stale', async () => {
  const { list, read, outdate } = open(card('one'));
  list.mockRejectedValueOnce(new Error('Lost'));
  await expect(read()).rejects.toThrow('Lost');
  expect(await read()).toEqual(['one']);
  await outdate();
  list.mockResolvedValueOnce([card('two')]);
  expect(await read()).toEqual(['two']);
});

it('a checkout requests no cards from a store that saves none', async () => {
  expect(await readUsableCards(new QueryClient(), null)).toEqual([]);
});
