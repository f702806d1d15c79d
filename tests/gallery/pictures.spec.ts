import { readdir, readFile } from 'node:fs/promises';
import { mailKinds, sampleMail } from '#tests/unit/store/mail/samples.ts';
import { expect, test } from './gallery.ts';
import { pictures } from './pictures.ts';

const folder = 'docs/screens';

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 375, colorScheme: 'light' },
] as const;

const mailLooks = [375, 800].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const fileOf = (name: string, { width, colorScheme }: (typeof mailLooks)[number]): string =>
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

/** A font that each system has. Mails use the system's. */
const font = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

for (const kind of isCompared ? mailKinds : [])
  test(`the mail ${kind} looks like its picture`, async ({ page }) => {
    const data = await readFile(new URL(import.meta.resolve(font)), 'base64');
    const face = `@font-face { font-family: Figtree; src: url(data:font/woff2;base64,${data}); }`;
    await page.setContent(sampleMail(kind).html);
    await page.addStyleTag({ content: `${face} main { font-family: Figtree; }` });
    await page.evaluate(() => document.fonts.ready);
    for (const look of mailLooks) {
      await page.setViewportSize({ width: look.width, height: 300 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await expect.soft(page).toHaveScreenshot(fileOf(`mail-${kind}`, look), { fullPage: true });
    }
  });

test('every picture in docs/screens belongs to a screen or mail', async () => {
  const files = await readdir(folder);
  const known = new Set([
    ...Object.keys(pictures).flatMap((name) => looks.map((look) => fileOf(name, look))),
    ...mailKinds.flatMap((kind) => mailLooks.map((look) => fileOf(`mail-${kind}`, look))),
  ]);
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});
