import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chromiumFlags, turnedOffByPlaywright } from '#tests/browser/chromium/flags.ts';

/** The features that Playwright turns off, as its source lists them. */
const listedByPlaywright = (): string[] => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const folder = dirname(resolve('playwright-core/package.json'));
  const source = readFileSync(join(folder, 'lib', 'coreBundle.js'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(source) ?? [];
  return [...list.replace(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
};

test('what Playwright turns off in Chromium stays off beside what the tests turn off', () => {
  expect(listedByPlaywright()).toContain('PaintHolding');
  expect(turnedOffByPlaywright).toEqual(listedByPlaywright());
  const [features = '', ...others] = chromiumFlags.filter((flag) => flag.startsWith('--disable-features='));
  expect(others).toEqual([]);
  expect(features.split(/[=,]/)).toEqual(expect.arrayContaining([...turnedOffByPlaywright]));
});
