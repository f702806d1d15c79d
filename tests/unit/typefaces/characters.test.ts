import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { sourcesBelow, textsOf } from './sources.ts';

const faces = {
  Figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'Geist Mono': '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
} as const;

const services = ['local', 'packages/local-cognito/src', 'packages/local-nmi/src'];
const scripts = sourcesBelow(/\.[jt]sx?$/, 'src', 'gallery', 'machines', ...services);
const documents = sourcesBelow(/\.(md|html)$/, ...services, 'index.html', 'gallery.html');

/** Control and format characters, which have no glyph. */
const shapeless = /[\p{Cc}\p{Cf}]/u;

const charactersIn = (text: string): string[] => [...new Set(text)].filter((one) => !shapeless.test(one));

const shown = [
  ...scripts.flatMap((source) => textsOf(source).map(({ text }) => ({ file: source.file, text }))),
  ...documents.map(({ file, text }) => ({ file, text })),
];

const charactersOf = (path: string): Set<string> => {
  const font = create(readFileSync(`node_modules/${path}`));
  if (!('characterSet' in font)) throw new Error(`${path} is a collection of fonts`);
  return new Set(font.characterSet.map((code) => String.fromCodePoint(code)));
};

test.each(Object.entries(faces))('the typeface %s has every character of the texts', (_, path) => {
  const known = charactersOf(path);
  expect(known.size).toBeGreaterThan(200);
  const missing = shown.flatMap(({ file, text }) =>
    charactersIn(text)
      .filter((one) => !known.has(one))
      .map((one) => `${file}: ${one}`),
  );
  expect(missing).toEqual([]);
});
