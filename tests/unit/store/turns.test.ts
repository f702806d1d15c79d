import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defer } from '#server/sandbox/deferred.ts';
import { takeTurns } from '#server/store/payments/turns.ts';

/** Work that ends when it is told to. */
const workOf = (name: string, begun: string[]) => {
  const { promise, resolve, reject } = defer<string>();
  const begin = () => {
    begun.push(name);
    return promise;
  };
  return { begin, end: () => resolve(name), fail: () => reject(new Error(name)) };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('work of one customer', () => {
  it('is done two at a time, in the order in which it came', async () => {
    const inTurn = takeTurns(2);
    const begun: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) => workOf(name, begun));
    const ends = works.map(({ begin }) => inTurn('ada', begin));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b']);

    works[1]?.end();
    await expect(ends[1]).resolves.toBe('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b', 'c']);

    works[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on after a failure, which is told to nobody else', async () => {
    const inTurn = takeTurns(1);
    const begun: string[] = [];
    const first = workOf('a', begun);
    const second = workOf('b', begun);
    const failed = expect(inTurn('ada', first.begin)).rejects.toThrow('a');
    const done = inTurn('ada', second.begin);
    first.fail();
    await failed;
    second.end();
    await expect(done).resolves.toBe('b');
  });

  it('lets nobody in before those who wait', async () => {
    const inTurn = takeTurns(1);
    const begun: string[] = [];
    const [first, second, third] = ['a', 'b', 'c'].map((name) => workOf(name, begun));
    const firstEnd = inTurn('ada', first?.begin ?? expect.fail);
    void inTurn('ada', second?.begin ?? expect.fail);
    first?.end();
    void firstEnd.then(() => inTurn('ada', third?.begin ?? expect.fail));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b']);
  });

  it('begins after a second in any event, in a place of its own', async () => {
    const inTurn = takeTurns(1);
    const begun: string[] = [];
    const works = ['a', 'b', 'c'].map((name) => workOf(name, begun));
    for (const { begin } of works.slice(0, 2)) void inTurn('ada', begin);
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b']);

    works[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
    void inTurn('ada', works[2]?.begin ?? expect.fail);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b']);
    works[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});

it('does not keep the work of another customer waiting', async () => {
  const inTurn = takeTurns(1);
  const begun: string[] = [];
  void inTurn('ada', workOf('a', begun).begin);
  void inTurn('grace', workOf('b', begun).begin);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'b']);
});
