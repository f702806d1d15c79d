import { expect, test } from 'vitest';
import { measureInTurn } from '#drills/bench/rounds.ts';

test('each candidate is measured once a round, in an order that changes', async () => {
  const order: string[] = [];
  const results = await measureInTurn(3, ['ours', 'theirs'], async (name) => order.push(name));
  expect(order).toEqual(['ours', 'theirs', 'theirs', 'ours', 'ours', 'theirs']);
  expect(results('ours')).toEqual([1, 4, 5]);
  expect(results('theirs')).toEqual([2, 3, 6]);
});
