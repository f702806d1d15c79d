import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = readdirSync('packages')
  .filter((name) => !name.includes('.'))
  .map((name) => join('packages', name));

const examples = readdirSync('examples').map((name) => join('examples', name));

const documents = ['.', 'docs', 'docs/decisions', 'docs/machines', ...packages, ...examples].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
);

const proseOf = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const hasHeading = (file: string, anchor: string): boolean =>
  [...proseOf(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].some(
    ([, heading = '']) => anchorOf(heading) === anchor,
  );

const problemsIn = (document: string, text: string): string[] =>
  [...proseOf(text).matchAll(/\[([^\]]*)\]\((?![a-z]+:)([^)\s#]*)#?([^)\s]*)\)/g)].flatMap(
    ([link, label = '', path = '', anchor = '']) => {
      const file = path === '' ? document : join(document, '..', path);
      if (!existsSync(file)) return `${document}: ${link} leads nowhere`;
      if (anchor !== '' && !hasHeading(file, anchor)) return `${document}: ${link} leads to no heading`;
      const isElsewhere = /^[\w./-]+\.\w+$/.test(label) && !`/${file}`.endsWith(`/${label}`);
      return isElsewhere ? `${document}: ${link} leads elsewhere than it says` : [];
    },
  );

test('links in documents lead to existing files and headings, and name the right file', () => {
  expect(documents.flatMap((file) => problemsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});
