import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What stands for axe's source in a page that has it already: half a megabyte is parsed once a document. */
const nothing = 'undefined';

/** Whether every frame of the page has axe, as its document keeps it. */
async function hasAxe(page: Page): Promise<boolean> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)));
  return frames.every(Boolean);
}

/**
 * The rules of accessibility that the page breaks as it stands, each with the elements that do; targets of 24 px are
 * among the rules. Frames of other origins are left out.
 */
export async function brokenRules(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({
    page,
    ...((await hasAxe(page)) && { axeSource: nothing }),
  })
    .setLegacyMode()
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

const widths = [1280, 320] as const;
const colorSchemes = ['light', 'dark'] as const;

/** The looks that a screen is held to, by their window's width and their theme. */
export const looks = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));
