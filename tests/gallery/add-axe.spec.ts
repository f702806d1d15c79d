import type { Browser, Page } from '@playwright/test';
import axe from 'axe-core';
import { addAxe } from '#tests/browser/add-axe.ts';
import { expect, test } from './gallery.ts';

const colors = [
  '#767676',
  '#777',
  'hsl(0.5turn 60% 45%)',
  'rgb(0 0 0 / 40%)',
  'oklch(0.6 0.1 250)',
  'color-mix(in oklab, red 30%, white)',
  'color(display-p3 0.4 0.5 0.6)',
];
const backgrounds = [
  'white',
  'rgb(255 255 255 / 50%)',
  'oklch(0.9 0.05 90)',
  'linear-gradient(white, black)',
  'transparent',
];

/** What breaks rules, and what can't be told. */
const broken = `<html lang="en"><title>Broken</title><main><h1>Broken</h1>
${backgrounds
  .map(
    (background) =>
      `<div style="background: ${background}">${colors
        .map((color) => `<p style="color: ${color}; opacity: 0.9">${color}, on ${background}</p>`)
        .join('')}</div>`,
  )
  .join('')}
<p style="color: gray; text-shadow: 0 0 2px teal">with a shadow</p>
<div style="background: red"><p style="color: white; mix-blend-mode: multiply">blended</p></div>
<p>Some words <a href="/" style="color: #222; text-decoration: none">and a link</a> among them.</p>
<img src="data:,"><input><button style="width: 9px; height: 9px; padding: 0">x</button><button style="width: 9px; height: 9px; padding: 0">y</button>
</main></html>`;

const findings = async (browser: Browser, addTo: (page: Page) => Promise<void>) => {
  const page = await browser.newPage();
  await page.setContent(broken);
  await addTo(page);
  const found = await page.evaluate(async () => {
    const { violations, incomplete } = await window.axe.run({ rules: { 'target-size': { enabled: true } } });
    return { violations, incomplete };
  });
  await page.close();
  return found;
};

test('axe finds what axe as published finds', async ({ browser }) => {
  const found = await findings(browser, (page) => addAxe(page.mainFrame()));
  const foundAsPublished = await findings(browser, (page) => page.evaluate(axe.source));
  expect(found).toEqual(foundAsPublished);
  expect(found.violations.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['color-contrast', 'image-alt', 'label', 'link-in-text-block', 'target-size']),
  );
  expect(found.incomplete.map(({ id }) => id)).toContain('color-contrast');
});
