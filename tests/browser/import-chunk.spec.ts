import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { transformWithOxc } from 'vite';

const site = 'https://store.example';

const source = new URL('../../src/chunks/import-chunk.ts', import.meta.url);

const page = `
  import { importChunk, prefetchModule } from '/import-chunk.js';
  const say = (load) => load.then(({ default: text }) => text, String);
  const files = ['part.js', 'shared.js', 'part.css', 'page.js'];
  globalThis.lost = [];
  addEventListener('vite:preloadError', ({ payload }) => lost.push(payload.message));
  globalThis.importPart = () => say(importChunk(() => import('/part.js'), files));
  globalThis.prefetchPart = () => say(prefetchModule(() => importChunk(() => import('/part.js'), files)));
  globalThis.importBroken = () => say(importChunk(() => import('/broken.js'), ['broken.js']));
`;

const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
  '/page.js': ['text/javascript', page],
  '/part.js': ['text/javascript', 'import { text } from "./shared.js"; export default text;'],
  '/shared.js': ['text/javascript', 'export const text = "the part";'],
  '/part.css': ['text/css', 'html { --part: styled }'],
  '/broken.js': ['text/javascript', 'export default ('],
};

/** Opens a page with the helper and a chunk. Paths in `missing` return 404; `fetched` lists fetched paths. */
const openSite = async (page: Page) => {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), 'import-chunk.ts');
  const helper = ['text/javascript', code.replaceAll('import.meta.env.BASE_URL', '"/"')] as const;
  const missing = new Set<string>();
  const fetched: string[] = [];
  await page.route(`${site}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().resourceType() === 'fetch') fetched.push(pathname);
    const file = missing.has(pathname) ? undefined : { '/import-chunk.js': helper, ...files }[pathname];
    await route.fulfill(file ? { contentType: file[0], body: file[1] } : { status: 404 });
  });
  await page.goto(site);
  return { missing, fetched };
};

const lossOf = (file: string) => `A part of the app did not load: ${file}`;

test('importChunk loads a chunk without a reload after its files were missing', async ({ browser }) => {
  const context = await browser.newContext();
  for (const file of ['/part.js', '/shared.js', '/part.css'])
    await test.step(`the chunk loads after ${file} was missing`, async () => {
      const page = await context.newPage();
      const { missing, fetched } = await openSite(page);
      missing.add(file);
      expect(await page.evaluate('prefetchPart()')).toBe(`ChunkError: ${lossOf('part.js')}`);
      expect(await page.evaluate('lost')).toEqual([]);
      expect(await page.evaluate('importPart()')).toBe(`ChunkError: ${lossOf('part.js')}`);
      expect(await page.evaluate('lost')).toEqual([lossOf('part.js')]);
      missing.clear();
      const both = await page.evaluate('Promise.all([importPart(), importPart()])');
      expect(both).toEqual(['the part', 'the part']);
      const style = 'getComputedStyle(document.documentElement).getPropertyValue("--part")';
      expect(await page.evaluate(style)).toBe('styled');
      // The helper doesn't refetch files that arrived, or files that the page loaded itself, such as page.js.
      const others = ['/part.js', '/shared.js'].filter((script) => script !== file);
      expect(fetched.toSorted()).toEqual(
        [...others, ...(file.endsWith('.js') ? [file, file, file] : [])].toSorted(),
      );
    });
  await test.step('a chunk with a syntax error also fails with a ChunkError', async () => {
    const page = await context.newPage();
    await openSite(page);
    expect(await page.evaluate('importBroken()')).toBe(`ChunkError: ${lossOf('broken.js')}`);
    expect(await page.evaluate('lost')).toEqual([lossOf('broken.js')]);
  });
  await context.close();
});
