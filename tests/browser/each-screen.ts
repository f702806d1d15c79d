import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hiddenFocus } from './focus.ts';
import { layoutProblems } from './layout.ts';

/** The least width and height of what is pressed, in pixels (WCAG 2.2, 2.5.8). */
const leastTarget = 24;

/** Counts from the next document on the `<style>` elements that are put into it after it was read: what a strict policy would refuse. */
export const watchStyles = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let styles = 0;
    Object.assign(window, { addedStyles: () => styles });
    new MutationObserver((records) => {
      if (document.readyState === 'loading') return;
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element)
            styles += Number(node.matches('style')) + node.querySelectorAll('style').length;
    }).observe(document, { childList: true, subtree: true });
  });

const addedStyles = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const count: unknown = Reflect.get(window, 'addedStyles');
    return typeof count === 'function' ? count() : undefined;
  });

/** What is too small to be pressed with ease. Links in running text are as high as their line. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isInText = (element: Element) =>
      element.matches('a') && getComputedStyle(element).display === 'inline';
    return [...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter((element) => element.checkVisibility() && !isInText(element))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) < least;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  }, leastTarget);

/** Holds a screen to the room of its targets and to its layout, on a phone and on a desk, and to the styles that it came with. */
export const expectSound = (page: Page, screen: string): Promise<void> =>
  test.step(`${screen}: targets with room, and no styles injected`, async () => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // What depends on the width is drawn anew after it.
      await expect.poll(() => smallTargets(page), `${screen}, ${width} px wide`).toEqual([]);
      await expect.poll(() => layoutProblems(page), `layout of ${screen}, ${width} px wide`).toEqual([]);
    }
    expect(await addedStyles(page), `<style> elements of ${screen}`).toBe(0);
  });

/** Holds a page that has just been loaded to a first stop of the keyboard that leads to the content. */
export const expectSkipLink = (page: Page): Promise<void> =>
  test.step('the first stop of the keyboard leads to the content', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content', exact: true });
    const content = page.getByRole('main');
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    expect(await hiddenFocus(page)).toBeNull();
    const address = page.url();
    await page.keyboard.press('Enter');
    await expect(content).toBeFocused();
    expect(page.url()).toBe(address);
    await page.keyboard.press('Tab');
    await expect(content.locator(':focus')).toHaveCount(1);
    await expect(content).not.toHaveAttribute('tabindex');
    await expect(skip).not.toBeInViewport();
  });
