import { expect, test } from 'vitest';
import { typefaces } from '#local-services/http/typefaces.ts';
import { beginsBundled, bundledFaces, fontsNamed, sharedFaces } from './families.ts';
import { type Source, sourcesBelow } from './sources.ts';

const folders = ['src', 'gallery', 'local', 'packages/local-nmi'];
const styled = sourcesBelow(/\.(css|html|[jt]sx?)$/, ...folders, 'index.html', 'gallery.html');

test('every font list in the styles starts with a bundled font', () => {
  const named = styled.flatMap((source) => fontsNamed(source).map((fonts) => ({ file: source.file, fonts })));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ fonts }) => !beginsBundled(fonts))).toEqual([]);
});

test('every bundled font is declared for the app and for the pages of the local services', async () => {
  const app = styled
    .filter(({ file }) => file.startsWith('src/ui/theme/'))
    .map(({ text }) => text)
    .join('\n');
  const services = await typefaces();
  const sheet = await (await services.request('/typefaces/typefaces.css')).text();
  for (const face of bundledFaces)
    expect(app).toMatch(new RegExp(`globalFontFace\\('${face}', \\{\\s*src: 'url\\("@fontsource`));
  for (const face of sharedFaces)
    expect(sheet).toMatch(new RegExp(`@font-face \\{ font-family: "${face}"; src: url\\(`));
});

/** Matches elements for which browsers use their own fonts unless a style overrides them. */
const native = /(?:<|element\(\s*')(button|code|input|kbd|pre|samp|select|textarea|tt)[\s>']/g;

const nativeIn = (sources: readonly Source[]): string[] => [
  ...new Set(sources.flatMap(({ text }) => [...text.matchAll(native)].map(([, tag = '']) => tag))),
];

const selectorsWithFont = (css: string): string[] =>
  [...css.matchAll(/([^{}]+)\{[^{}]*(?<![\w-])font(?:-family)?\s*:/g)].flatMap(([, selectors = '']) =>
    selectors.split(',').map((selector) => selector.trim()),
  );

test.each([
  ['local/console/page', 'console.css'],
  ['packages/local-nmi/src', 'browser/field.css'],
])('no control on the pages in %s falls back to the system font', (folder, sheet) => {
  const place = `${folder}/`;
  const pages = styled.filter(({ file }) => file.startsWith(place));
  const css = pages.find(({ file }) => file === place + sheet)?.text ?? '';
  expect(nativeIn(pages)).not.toEqual([]);
  expect(selectorsWithFont(css)).toEqual(expect.arrayContaining(nativeIn(pages)));
});

test('no element of the app falls back to the system font', () => {
  const global = styled.find(({ file }) => file === 'src/ui/theme/global.css.ts')?.text ?? '';
  const told = [...global.matchAll(/globalStyle\('([^']+)', \{\s*font(?:Family)?: 'inherit'/g)].flatMap(
    ([, selectors = '']) => selectors.split(', '),
  );
  const used = nativeIn(styled.filter(({ file }) => /^(src|gallery)\/.*\.tsx$/.test(file)));
  expect(used).not.toEqual([]);
  expect(told).toEqual(expect.arrayContaining(used));
});
