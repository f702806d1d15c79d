import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';
import { layoutProblems } from '#tests/browser/layout.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';
import { isSoak } from '#tests/seed.ts';
import { expect } from './gallery.ts';

/** Window widths and themes to check. Only the soak checks all four. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  ...(isSoak ? ([{ width: 1280, colorScheme: 'dark' }] as const) : []),
  { width: 320, colorScheme: 'dark' },
  ...(isSoak ? ([{ width: 320, colorScheme: 'light' }] as const) : []),
] as const;

const addAxe = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
};

const brokenRules = async (page: Page, iframes: boolean): Promise<string[]> => {
  for (const frame of iframes ? page.frames() : [page.mainFrame()]) await addAxe(frame);
  return page.evaluate(async (iframes) => {
    const { violations } = await window.axe.run(document, {
      rules: { 'target-size': { enabled: true } },
      iframes,
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
  }, iframes);
};

/** In pixels. */
const scrolledSideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(Number.MAX_SAFE_INTEGER, 0);
    return window.scrollX;
  });

/** @param frames whether to check the content of frames, too */
export const expectAccessible = async (page: Page, { frames = false } = {}): Promise<void> => {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => scrolledSideways(page), `sideways scrolling at ${width} px`).toBe(0);
    await transitionsEnd(page);
    await expect.poll(() => layoutProblems(page), `layout at ${width} px`).toEqual([]);
    expect(await brokenRules(page, frames), `${width} px wide, ${colorScheme}`).toEqual([]);
  }
};

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
