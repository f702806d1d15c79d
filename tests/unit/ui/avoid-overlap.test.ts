import { expect, it } from 'vitest';
import { clearOffset } from '#ui/avoid-overlap.ts';

const room = { top: 0, bottom: 800 };
const below = { top: 730, bottom: 784 };
const above = { top: 72, bottom: 126 };

it.each([
  ['stays in place if nothing overlaps it', below, -1, [{ top: 100, bottom: 700 }], 0],
  ['moves above elements that it would cover', below, -1, [{ top: 700, bottom: 744 }], 92],
  [
    'skips a gap that is too narrow',
    below,
    -1,
    [
      { top: 740, bottom: 760 },
      { top: 650, bottom: 700 },
    ],
    142,
  ],
  [
    'takes the first gap that is wide enough',
    below,
    -1,
    [
      { top: 740, bottom: 760 },
      { top: 600, bottom: 660 },
    ],
    52,
  ],
  ['moves below elements that it would cover', above, 1, [{ top: 100, bottom: 200 }], 136],
  ['finds no place in a fully covered window', below, -1, [{ top: 0, bottom: 800 }], null],
  ['stays in place if it is taller than the window', { top: 0, bottom: 900 }, 1, [], 0],
] as const)('a stack of toasts %s', (_, usual, direction, taken, offset) => {
  expect(clearOffset(usual, room, direction, taken)).toBe(offset);
});

it('a stack of toasts fits into a tight gap with a smaller clearance', () => {
  const taken = [
    { top: 740, bottom: 760 },
    { top: 0, bottom: 680 },
  ];
  expect(clearOffset(below, room, -1, taken)).toBeNull();
  expect(clearOffset(below, room, -1, taken, 2)).toBe(46);
});
