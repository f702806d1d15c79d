import { readdir } from 'node:fs/promises';
import { expect, test } from './gallery.ts';
import { pictures } from './pictures.ts';

const folder = 'docs/screens';

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 375, colorScheme: 'light' },
] as const;

const fileOf = (name: string, { width, colorScheme }: (typeof looks)[number]): string =>
  `${name}-${colorScheme}-${width}.png`;

/** Whether to compare pictures. Systems other than Linux draw letters differently. */
const isCompared = process.platform === 'linux';

for (const [name, { id, heights }] of isCompared ? Object.entries(pictures) : [])
  test(`${name} looks like its picture`, async ({ gallery: { page, show } }) => {
    for (const look of looks) {
      await page.setViewportSize({ width: look.width, height: heights[look.width] });
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
      await show(id);
      await expect.soft(page).toHaveScreenshot(fileOf(name, look), { animations: 'disabled', caret: 'hide' });
    }
  });

test('every picture in docs/screens belongs to a screen', async () => {
  const files = await readdir(folder);
  const known = new Set(Object.keys(pictures).flatMap((name) => looks.map((look) => fileOf(name, look))));
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});
