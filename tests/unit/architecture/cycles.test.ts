import { expect, test } from 'vitest';
import { type Import, importsBelow } from './imports.ts';

/**
 * The groups of files that import each other, directly or by way of others (Tarjan's strongly connected components).
 *
 * @param imports those of all files
 * @returns each group sorted, and none for a file that no way leads back to
 */
const cyclesIn = (imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] => {
  const targetsOf = (file: string) => imports.filter(({ from }) => from === file).map(({ to }) => to);
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    const reached = targetsOf(file).map((to) => {
      if (!numbers.has(to)) return visit(to);
      return open.includes(to) ? (lowest.get(to) ?? numbers.get(to) ?? number) : number;
    });
    const low = Math.min(number, ...reached);
    lowest.set(file, low);
    if (low === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || targetsOf(file).includes(file)) cycles.push(group.sort());
    }
    return low;
  };
  for (const { from: file } of imports) if (!numbers.has(file)) visit(file);
  return cycles;
};

const everyImport = importsBelow(
  'contract',
  'machines',
  'src',
  'server',
  'gallery',
  'build',
  'drills',
  'tests/acceptance',
  'tests/browser',
  'tests/faults',
  'tests/gallery',
  'tests/models',
  'tests/models-browser',
  'tests/runner',
  'tests/services',
).filter(({ isPackage }) => !isPackage);

test('no file imports itself by way of others, be it for a type', () => {
  expect(cyclesIn(everyImport)).toEqual([]);
});

test('cycles are found, each by itself', () => {
  const chain = (...files: string[]) => files.slice(1).map((to, at) => ({ from: files[at] ?? '', to }));
  expect(cyclesIn(chain('a', 'b', 'c', 'd'))).toEqual([]);
  expect(cyclesIn([...chain('a', 'b', 'c', 'a', 'd'), ...chain('d', 'e', 'd'), ...chain('f', 'f')])).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
    ['f'],
  ]);
  expect(cyclesIn([...chain('a', 'b', 'd'), ...chain('a', 'c', 'd')])).toEqual([]);
});
