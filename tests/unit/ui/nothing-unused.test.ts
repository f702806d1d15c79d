import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesBelow } from '#tests/unit/typefaces/sources.ts';
import { tokens } from '#ui/theme/tokens.ts';

const sources = sourcesBelow(/\.tsx?$/, 'src');

const codeWithout = (isLeftOut: (file: string) => boolean): string =>
  sources
    .filter(({ file }) => !isLeftOut(file))
    .map(({ text }) => text)
    .join('\n');

const occurs = (pattern: string, code: string): boolean => new RegExp(pattern).test(code);

test('every design token is used', () => {
  const code = codeWithout((file) => file.endsWith('/tokens.ts'));
  const groups = { color: tokens.palettes.light, ...tokens.scale };
  const dead = Object.entries(groups).flatMap(([group, values]) =>
    Object.keys(values)
      .map((name) => `${group}.${name}`)
      .filter((token) => !occurs(`\\b${token.replace('.', '\\.')}\\b`, code)),
  );
  expect(dead).toEqual([]);
});

/** Returns the paths of texts that no code uses, directly or through a parent. */
const unnamedIn = (path: string, value: unknown, code: string): string[] => {
  const name = `\\b${path.replaceAll('.', '\\.')}\\b`;
  if (occurs(Array.isArray(value) ? name : `${name}(?!\\.\\w)`, code)) return [];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => unnamedIn(`${path}.${key}`, part, code));
};

const texts = import.meta.glob<object>('../../../src/texts/*.ts', { eager: true });

test.each(Object.keys(texts))('every text in %s is used', (file) => {
  const code = codeWithout(() => false).replaceAll(/^import [^;]*;|export const \w+/gm, '');
  expect(Object.entries(texts[file] ?? {}).flatMap(([name, value]) => unnamedIn(name, value, code))).toEqual(
    [],
  );
});

const variantsIn = (css: string) =>
  [...css.matchAll(/export const (\w+) = styleVariants\(\{\n([\s\S]*?)\n\}/g)].flatMap(
    ([, name = '', variants = '']) =>
      [...variants.matchAll(/^ {2}(\w+):/gm)].map(([, variant = '']) => ({ name, variant })),
  );

const styles = sources.filter(({ file, text }) => file.endsWith('.css.ts') && variantsIn(text).length > 0);

test.each(styles)('every style variant in $file is used', ({ file, text }) => {
  const code = codeWithout((other) => other === file);
  const dead = variantsIn(text).filter(
    ({ name, variant }) => !occurs(`\\b${name}\\.${variant}\\b|['"]${variant}['"]`, code),
  );
  expect(dead).toEqual([]);
});

test('every component is used in the app, not only in the gallery', () => {
  const components = readdirSync('src/ui').filter((file) => file.endsWith('.tsx'));
  expect(components).not.toEqual([]);
  const dead = components.filter(
    (file) =>
      !occurs(
        `<${file.slice(0, -'.tsx'.length)}\\b`,
        codeWithout((other) => other.endsWith(`/${file}`)),
      ),
  );
  expect(dead).toEqual([]);
});
