import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTitle, titlesIn } from './test-titles.ts';

const document = 'docs/spec.md';

interface Row {
  readonly id: string;
  readonly sentence: string;
  /** What holds the sentence: links to tests, and words. */
  readonly held: readonly string[];
}

const readRows = (text: string): Row[] =>
  text.split('\n').flatMap((line) => {
    const [, id = '', sentence = '', held = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return /^\d+\.\d+$/.test(id) ? [{ id, sentence, held: held === '' ? [] : held.split('<br>') }] : [];
  });

const rows = readRows(readFileSync(document, 'utf8'));

const titlesByFile = new Map<string, string[][]>();
const titlesOf = (file: string): string[][] => {
  const known = titlesByFile.get(file) ?? titlesIn(file, readFileSync(file, 'utf8'));
  titlesByFile.set(file, known);
  return known;
};

const isLink = (part: string): boolean => part.includes('](');

/** What is wrong with a link to a test, or null. */
const problemOf = (link: string): string | null => {
  const [, address = '', titles = ''] = /^\[[^\]]+\]\(\.\.\/(tests\/[^)]+)\) › (.+)$/.exec(link) ?? [];
  if (address === '') return `is no link to a test: ${link}`;
  const file = join(address);
  if (!existsSync(file)) return `names ${file}, which is not there`;
  const isThere = hasTitle(titlesOf(file), titles.replaceAll('\\|', '|').split(' › '));
  return isThere ? null : `names a test that ${file} does not have: ${titles}`;
};

const problemsOf = ({ id, sentence, held }: Row): string[] => {
  const links = held.filter(isLink);
  const found = links.flatMap((link) => problemOf(link) ?? []);
  if (sentence === '') found.push('quotes nothing');
  if (links.length === 0) found.push('names no test');
  return found.map((problem) => `${id} ${problem}`);
};

test('each sentence of the spec names the tests that hold it, and these are there', () => {
  expect(rows.flatMap(problemsOf)).toEqual([]);
});

test('the whole spec is there', () => {
  expect(rows.length).toBeGreaterThan(170);
});

test('the sentences of each section are numbered without a gap', () => {
  const counts = new Map<string, number>();
  for (const { id } of rows) {
    const [section = ''] = id.split('.');
    const count = (counts.get(section) ?? 0) + 1;
    counts.set(section, count);
    expect(id).toBe(`${section}.${count}`);
  }
  expect([...counts.keys()]).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

const itself = 'tests/unit/architecture/spec-table.test.ts';

test.each([
  ['a row without a test', '', 'names no test'],
  ['a row of words alone', 'Read as: nothing to test.', 'names no test'],
  ['a file that is gone', '[a](../tests/gone.test.ts) › a', 'names tests/gone.test.ts, which is not there'],
  [
    'a title that is gone',
    `[a](../${itself}) › no such title`,
    `names a test that ${itself} does not have: no such title`,
  ],
  ['a link out of the tests', '[a](../src/main.tsx) › a', 'is no link to a test: [a](../src/main.tsx) › a'],
])('%s is found out', (_, held, problem) => {
  const [row] = readRows(`| 9.1 | A sentence. | ${held} |`);
  expect(row && problemsOf(row)).toEqual([`9.1 ${problem}`]);
});

test('titles are known with what they stand in, templates by their literal parts', () => {
  const source = `
    describe.each(kinds)('a %s', (kind) => {
      for (const way of ways) test(\`\${way} closes it, \${kind} too\`, async () => test.step('first', run));
    });
    test('a visit', async ({ step }) => step('second', run));
    test.use({ width: 1 });
    test(name, run);
  `;
  const titles = titlesIn('sample.ts', source);
  expect(titles).toEqual([
    ['a %s'],
    ['a %s', '… closes it, … too'],
    ['a %s', '… closes it, … too', 'first'],
    ['a visit'],
    ['a visit', 'second'],
  ]);
  expect(hasTitle(titles, ['a %s', 'first'])).toBe(true);
  expect(hasTitle(titles, ['first', 'a %s'])).toBe(false);
  expect(hasTitle(titles, ['closes it'])).toBe(false);
});
