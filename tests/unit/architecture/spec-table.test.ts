import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTitle, titlesIn } from './test-titles.ts';

const document = 'docs/spec.md';

interface Row {
  readonly id: string;
  readonly sentence: string;
  /** Links to tests, or plain text. */
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

const problemOf = (link: string): string | null => {
  const [, address = '', titles = ''] =
    /^\[[^\]]+\]\(\.\.\/((?:tests|packages)\/[^)]+)\) › (.+)$/.exec(link) ?? [];
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

test('each sentence of the spec names existing tests that verify it', () => {
  expect(rows.flatMap(problemsOf)).toEqual([]);
});

test('the table in docs/spec.md contains the whole spec', () => {
  expect(rows.length).toBeGreaterThan(170);
});

test('docs/spec.md numbers the sentences of each section without gaps', () => {
  const counts = new Map<string, number>();
  for (const { id } of rows) {
    const [section = ''] = id.split('.');
    const count = (counts.get(section) ?? 0) + 1;
    counts.set(section, count);
    expect(id).toBe(`${section}.${count}`);
  }
  expect([...counts.keys()]).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});
