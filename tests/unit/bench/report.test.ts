import { expect, test } from 'vitest';
import type { Figure } from '#drills/bench/measure.ts';
import { withSection } from '#drills/bench/report/section.ts';
import { markdownTable, plainRow } from '#drills/bench/report/table.ts';

const figure: Figure = {
  name: '/login LCP ÷ static HTML',
  value: 1.0349,
  unit: '×',
  spread: [0.98, 1.2],
  limit: 1.15,
  stretch: 1.05,
  note: '760 ms ÷ 734 ms',
};

test('the table has a line for each figure, with its goal, its spread and whether it is met', () => {
  const missed: Figure = { name: 'CLS | all', value: 0.0004, unit: '', limit: 0 };
  const free: Figure = { name: 'plain peer', value: 3.2, unit: '×' };
  expect(markdownTable([figure, missed, free]).split('\n').slice(2)).toEqual([
    '| /login LCP ÷ static HTML | ≤ 1.15 × | ≤ 1.05 × | 1.03 × | 0.98 × – 1.20 × | yes | 760 ms ÷ 734 ms |',
    '| CLS \\| all | ≤ 0 |  | 0.0004 |  | **no** |  |',
    '| plain peer |  |  | 3.20 × |  |  |  |',
  ]);
});

test('the terminal’s table says the same', () => {
  expect(plainRow(figure)).toEqual({
    Measured: '/login LCP ÷ static HTML',
    Median: '1.03 ×',
    Spread: '0.98 × – 1.20 ×',
    Goal: '≤ 1.15 ×',
    Met: 'yes',
    Details: '760 ms ÷ 734 ms',
  });
});

test('a section is put at the end of a document that has none', () => {
  expect(withSection('', 'bench', 'a table')).toBe('<!-- bench:begin -->\n\na table\n\n<!-- bench:end -->\n');
  expect(withSection('# Performance\n', 'bench', 'a table\n')).toBe(
    '# Performance\n\n<!-- bench:begin -->\n\na table\n\n<!-- bench:end -->\n',
  );
});

test('a section takes the place of the one before, and leaves all others as they are', () => {
  const before = withSection(withSection('# Performance\n\nWhy.\n', 'bench', 'old'), 'chunks', 'budgets');
  const after = withSection(before, 'bench', 'new');
  expect(after).toBe(before.replace('old', 'new'));
  expect(withSection(after, 'bench', 'new')).toBe(after);
});

test('a section that lost one of its marks is not written over', () => {
  const broken = '# Performance\n\n<!-- bench:begin -->\n\nold\n';
  expect(() => withSection(broken, 'bench', 'new')).toThrow('The marks of the section bench are not a pair');
  expect(() => withSection('<!-- bench:end --> <!-- bench:begin -->', 'bench', 'new')).toThrow('not a pair');
});
