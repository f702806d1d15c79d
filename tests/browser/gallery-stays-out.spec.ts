import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFolder } from '../../build/outputs.ts';
import { expect, test } from './fixtures.ts';

const galleryTexts = {
  'gallery.html': 'Gallery · Coffer',
  'gallery/main.tsx': 'gallery.html has no #root',
  'gallery/harness/fixtures.ts': 'A first taste',
  'gallery/components/component-stories.tsx': 'This is not right yet',
} as const;

test('the gallery is not in the build, and its address doesn’t exist', async ({
  addresses,
  page,
  pageErrors,
}) => {
  const entries = await readdir(siteFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html)$/.test(entry.name));
  const built = await Promise.all(
    files.map(async ({ parentPath, name }) => ({
      name,
      text: await readFile(join(parentPath, name), 'utf8'),
    })),
  );
  expect(built.length).toBeGreaterThan(10);
  for (const [source, text] of Object.entries(galleryTexts)) {
    expect(await readFile(source, 'utf8')).toContain(text);
    expect(built.filter((file) => file.text.includes(text)).map(({ name }) => name)).toEqual([]);
  }

  pageErrors.allowResponse(`${addresses.app}/gallery`, 404);
  await page.goto('/gallery?show=checkout.ready');
  await expect(page.getByRole('heading', { name: 'Page not found', exact: true })).toBeVisible();
});
