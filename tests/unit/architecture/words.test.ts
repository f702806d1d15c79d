import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { titlesIn } from './test-titles.ts';

interface Word {
  readonly word: string;
  readonly instead: string;
  /** The maximum number of occurrences in sources apart from comments. */
  readonly allowed: number;
  readonly pattern: RegExp;
}

const patternOf = (word: string): RegExp =>
  new RegExp(`\\b${word.replaceAll('*', '\\w*').replaceAll(' ', '\\s+')}\\b`, 'gi');

const words = readFileSync('tests/unit/architecture/words.txt', 'utf8')
  .split('\n')
  .flatMap((line): Word[] => {
    const [, word, instead, allowed] = /^([^#:]+): (.+?)(?: \| (\d+))?$/.exec(line) ?? [];
    if (word === undefined || instead === undefined) return [];
    return [{ word, instead, allowed: Number(allowed ?? 0), pattern: patternOf(word) }];
  });

const filesBelow = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => name.test(path) && !/node_modules|\bdist\b|\.gen\.ts$|words\.test\.ts$/.test(path));

const read = (file: string): string => readFileSync(file, 'utf8');

type Found = Pick<Word, 'pattern' | 'instead'>;

/** @returns one line per word that `text` should not contain */
const problemsIn = (file: string, text: string, unwanted: readonly Found[] = words): string[] =>
  unwanted.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([found]) => `${file}: instead of "${found}" write: ${instead}`),
  );

/** Documents, texts and comments have no other use for these words; code has. */
const translated: readonly Found[] = [
  { pattern: /\banswer\w*\b(?!-)/gi, instead: 'response, respond, or return' },
  { pattern: /\brepl(y|ies|ied)\b/gi, instead: 'response, or respond' },
  { pattern: /\bhead of (a|the) table\b/gi, instead: 'header' },
  { pattern: /\btaken back\b|\btakes? back\b/gi, instead: 'removed, or removes' },
];

/** Leaves out code, addresses of links, and the rows of docs/spec.md, which quote the spec and name tests. */
const proseOf = (file: string): string => {
  const text = read(file)
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  return file === 'docs/spec.md' ? text.replaceAll(/^\|.*$/gm, '') : text;
};

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  // `npm run machines` generates docs/machines.
  ...filesBelow('docs', /\.md$/).filter((file) => !file.startsWith('docs/machines')),
  ...filesBelow('examples', /\.md$/),
  ...readdirSync('packages').flatMap((name) =>
    name.includes('.') ? [] : filesBelow(join('packages', name), /README\.md$/),
  ),
];

const folders = 'build contract drills examples gallery local machines packages server src tests'.split(' ');
const sources = folders.flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs|sql)$/));
const settings = filesBelow('deploy', /\.(conf|cfg|env|yml|service|timer)$|coffer(-\w+)?$|Containerfile$/);

interface Parts {
  readonly comments: string;
  readonly code: string;
}

const partsOf = (file: string): Parts => {
  const text = read(file);
  if (/\.(tsx?|mjs)$/.test(file)) {
    const { comments } = parseSync(file, text);
    const inOrder = comments.toSorted((one, other) => other.start - one.start);
    let code = text;
    for (const { start, end } of inOrder) code = code.slice(0, start) + code.slice(end);
    return { comments: comments.map(({ value }) => value).join('\n'), code };
  }
  const comment = file.endsWith('.sql') ? /--.*$/gm : /^\s*#.*$/gm;
  return { comments: [...text.matchAll(comment)].join('\n'), code: text.replaceAll(comment, '') };
};

describe('plain American English', () => {
  test('is the language of documents', () => {
    expect(documents.flatMap((file) => problemsIn(file, proseOf(file)))).toEqual([]);
    // The packages' READMEs quote the names of NMI and Cognito.
    const own = documents.filter((file) => !file.startsWith('packages'));
    expect(own.flatMap((file) => problemsIn(file, proseOf(file), translated))).toEqual([]);
  });

  test('is the language on screen', () => {
    const texts = filesBelow('src/texts', /\.ts$/);
    const unwanted = [...words, ...translated];
    expect(texts.flatMap((file) => problemsIn(file, partsOf(file).code, unwanted))).toEqual([]);
  });

  test('is the language of comments', () => {
    const found = [...sources, ...settings].flatMap((file) => {
      const comments = partsOf(file).comments.replaceAll(/^\s*(\*|--|#)|`[^`\n]*`|@param \w+/gm, '');
      // A migration's comments can't be edited, because its checksum is recorded.
      return problemsIn(file, comments, file.includes('/migrations/') ? words : [...words, ...translated]);
    });
    expect(found).toEqual([]);
  });

  test('is the language of test titles', () => {
    const titled = sources.filter((file) => /^(drills|tests)\/|\/test\//.test(file));
    const titles = titled.flatMap((file) => titlesIn(file, read(file)));
    expect(titles.filter((path) => /^(of|for|that) /i.test(path.at(-1) ?? ''))).toEqual([]);
  });
});

test('other source files contain each listed word no more often than allowed', () => {
  const code = sources.map((file) => partsOf(file).code).join('\n');
  const found = words.flatMap(({ word, pattern, allowed }) => {
    const count = [...code.matchAll(pattern)].length;
    return count > allowed ? `"${word}" ${count} times, not ${allowed}` : [];
  });
  expect(found).toEqual([]);
});
