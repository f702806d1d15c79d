import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { layoutProblems } from '#tests/browser/layout.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';
import { isSoak } from '#tests/seed.ts';
import { expect } from './gallery.ts';

/** Window widths (in px) and themes to check. Only the soak tests check all four. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  ...(isSoak ? ([{ width: 1280, colorScheme: 'dark' }] as const) : []),
  { width: 320, colorScheme: 'dark' },
  ...(isSoak ? ([{ width: 320, colorScheme: 'light' }] as const) : []),
] as const;

const addAxe = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
};

/** Rules that compare parts of a page, so they always need the whole page. */
const rulesOfPages = [
  'aria-valid-attr-value',
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'frame-title-unique',
  'heading-order',
  'html-has-lang',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'page-has-heading-one',
  'region',
] as const;

const brokenRules = async (page: Page, look: string, iframes: boolean): Promise<string[]> => {
  for (const frame of iframes ? page.frames() : [page.mainFrame()]) await addAxe(frame);
  return page.evaluate(
    async ({ look, iframes, rulesOfPages }) => {
      const options: RunOptions = { iframes, resultTypes: ['violations'], preload: false };
      // Most entries share regions, so check each region once per look.
      window.checkedRegions ??= new Set();
      const checked = window.checkedRegions;
      const keyOf = (element: Element) => {
        let key = `${look} ${element.outerHTML}`;
        for (let outer = element.parentElement; outer?.parentElement; outer = outer.parentElement)
          key += ` ${outer.className}`;
        // React numbers these ids consecutively across renders, so remove them from the key.
        return key.replaceAll(/_r_\w+_/g, '');
      };
      const isCovered = document.querySelector('dialog[open]') !== null;
      const regions = isCovered || iframes ? [] : [...document.querySelectorAll('header, main > *, footer')];
      const keys = regions.map(keyOf);
      const ofPage = await window.axe.run(document, { ...options, runOnly: [...rulesOfPages] });
      const ofRegions = await window.axe.run(
        { include: [document], exclude: regions.filter((_, index) => checked.has(keys[index] ?? '')) },
        {
          ...options,
          rules: {
            'target-size': { enabled: true },
            ...Object.fromEntries(rulesOfPages.map((rule) => [rule, { enabled: false }])),
          },
        },
      );
      if (ofRegions.violations.length === 0) for (const key of keys) checked.add(key);
      return [...ofPage.violations, ...ofRegions.violations].map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
      );
    },
    { look, iframes, rulesOfPages },
  );
};

/** Returns how far the page scrolls sideways, in px. */
const scrolledSideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(Number.MAX_SAFE_INTEGER, 0);
    return window.scrollX;
  });

/** Asserts that the page is accessible with each look. @param frames whether to check frames, too */
export const expectAccessible = async (page: Page, { frames = false } = {}): Promise<void> => {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => scrolledSideways(page), `sideways scrolling at ${width} px`).toBe(0);
    await transitionsEnd(page);
    await expect.poll(() => layoutProblems(page), `layout at ${width} px`).toEqual([]);
    const look = `${width} px wide, ${colorScheme}`;
    expect(await brokenRules(page, look, frames), look).toEqual([]);
  }
};

declare global {
  interface Window {
    readonly axe: typeof axe;
    /** The HTML and look of each region without violations. */
    checkedRegions?: Set<string>;
  }
}
