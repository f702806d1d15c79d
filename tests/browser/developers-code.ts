import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { siteFolder } from '../../build/outputs.ts';
import { expect } from './fixtures.ts';

const assets = `${siteFolder}/assets`;

/** Maps each developer tool to a text that only its code contains. */
export const developersCode = {
  'the Stately inspector': '@statelyai.connected',
  'the drawings': 'checkout.ready checkout.processing',
  'the panel': 'The state machines of this page, their current states and their path.',
  'the recorder': '[redacted]',
} as const;

export const scriptsOf = (page: Page): ReadonlySet<string> => {
  const names = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([^/?]+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) names.add(name);
  });
  return names;
};

/** Asserts that no file of the build contains text from the gallery's stories. */
export const expectNoGallery = async (): Promise<void> => {
  const text = 'This is not right yet';
  expect(await readFile('gallery/components/component-stories.tsx', 'utf8')).toContain(text);
  const entries = await readdir(siteFolder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => /\.(js|css|html)$/.test(entry.name)))
    expect(await readFile(join(parentPath, name), 'utf8'), name).not.toContain(text);
};

/** Asserts that the build contains each of these texts, and that none is in the loaded `scripts`. */
export const expectUnloaded = async (
  scripts: ReadonlySet<string>,
  texts: Readonly<Record<string, string>>,
): Promise<void> => {
  const built = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const contents = await Promise.all(built.map((file) => readFile(join(assets, file), 'utf8')));
  for (const [name, text] of Object.entries(texts)) {
    const holders = built.filter((_, index) => contents[index]?.includes(text));
    expect(holders, `${name} is in the build`).not.toEqual([]);
    expect(
      holders.filter((file) => scripts.has(file)),
      `${name} is not loaded`,
    ).toEqual([]);
  }
};
