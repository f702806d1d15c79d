import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { addAxe } from './add-axe.ts';

/** The looks that a screen is held to, by their window's width and their theme: from one to the next, one of them changes. */
export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
] as const;

/**
 * The rules of accessibility that the page breaks as it stands, each with the elements that do; targets of 24 px are
 * among the rules.
 *
 * @param rules those about colours alone are enough for a page whose other theme was held to all of them
 * @param frames whether what is in frames of the page's own origin is held to them, too
 */
export const brokenRules = async (
  page: Page,
  rules: 'all' | 'about colours' = 'all',
  { frames = false } = {},
): Promise<string[]> => {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) await addAxe(frame);
  const options: axe.RunOptions =
    rules === 'all'
      ? { rules: { 'target-size': { enabled: true } } }
      : { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
  return page.evaluate(
    async ({ iframes, ...options }) => {
      const { violations } = await window.axe.run(document, {
        ...options,
        iframes,
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    },
    { ...options, iframes: frames },
  );
};
