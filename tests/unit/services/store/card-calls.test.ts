import { expect, it } from 'vitest';
import { StoreError } from '#domain/store-error.ts';
import { createCardCalls } from '#services/store/card-calls.ts';
import { card as savedCard } from '#tests/top-ups.ts';
import { recordingClient } from './store-server.ts';

const card = { ...savedCard, id: 'a/b' };

const callsTo = (answer: () => unknown) => {
  const { asked, call } = recordingClient(answer);
  return { asked, calls: createCardCalls(call) };
};

it('a card change names the card in its URL, and returns the remaining cards', async () => {
  const { asked, calls } = callsTo(() => ({ cards: [] }));
  expect(await calls.change({ kind: 'removal', card })).toEqual({ outcome: 'done', cards: [] });
  expect(await calls.change({ kind: 'default', card })).toEqual({ outcome: 'done', cards: [] });
  expect(asked).toMatchObject([
    { method: 'DELETE', path: '/api/cards/a%2Fb' },
    { method: 'PUT', path: '/api/cards/a%2Fb/default' },
  ]);
});

it('a refused card call has the store’s message, and a missing billing address is not an error', async () => {
  const { calls } = callsTo(() => new StoreError('refused', 'Not now.', { status: 503 }));
  const refused = { outcome: 'refused', message: 'Not now.' };
  expect(await calls.change({ kind: 'removal', card })).toEqual(refused);
  await expect(calls.list()).rejects.toThrow('Not now.');
  expect(await calls.billingAddress()).toBeNull();
});

it('an aborted card list rejects with its signal’s reason', async () => {
  const reason = new DOMException('Abandoned', 'AbortError');
  const { calls } = callsTo(() => reason);
  await expect(calls.list()).rejects.toBe(reason);
});
