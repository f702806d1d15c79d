import type { Page } from '@playwright/test';
import { brokenRules, looks } from '#tests/browser/accessibility.ts';
import { layoutProblems } from '#tests/browser/layout.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';
import { expect } from './gallery.ts';

/** How far, in pixels, the page can be scrolled to the right. */
const scrolledSideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(Number.MAX_SAFE_INTEGER, 0);
    return window.scrollX;
  });

/**
 * Holds what stands to its place, to its width and to the rules of accessibility, wide and narrow, light and dark.
 *
 * @param frames whether what is in its frames is held to the rules, too
 */
export const expectAccessible = async (page: Page, { frames = false } = {}): Promise<void> => {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => scrolledSideways(page), `sideways scrolling at ${width} px`).toBe(0);
    await transitionsEnd(page);
    await expect.poll(() => layoutProblems(page), `layout at ${width} px`).toEqual([]);
    const rules = colorScheme === 'light' ? 'all' : 'about colours';
    expect(await brokenRules(page, rules, { frames }), `${width} px wide, ${colorScheme}`).toEqual([]);
  }
};
