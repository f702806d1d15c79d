import { expect, type Locator, type Page } from '@playwright/test';

export const maxStops = 120;

/**
 * Presses `key` until `target` has the focus, and returns the number of presses. The focus must stay visible.
 */
export const tabTo = async (
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<number> => {
  for (let stops = 1; stops <= maxStops; stops += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(problemOfFocus, before), { intervals: [20, 50, 100] }).toBeNull();
    if (await target.evaluate((element) => element === document.activeElement)) return stops;
  }
  throw new Error(`${key} does not lead to ${target}`);
};

/** Returns why the page's focus isn't visible, or null if it is. */
export const hiddenFocus = (page: Page): Promise<string | null> => page.evaluate(problemOfFocus, null);

/** Returns why the focus isn't visible, or null. @param before the element that must have lost the focus */
const problemOfFocus = (before: Element | null): string | null => {
  if (before !== null && before === document.activeElement) return 'the focus stays where it was';
  const focused = document.activeElement;
  // The body has the focus briefly while the focus moves into or out of a frame in another process.
  if (focused === null || focused === document.body) return 'nothing has the focus';
  const what = focused.outerHTML.slice(0, 120);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  // Allow 1 px, because scrolling stops at whole pixels.
  if (bottom - top === 0 || top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
    return `${what} is not within the window, which it leaves at ${[left, top, right, bottom].map(Math.round)}`;
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const front = document.elementFromPoint(center.x, center.y);
  if (front === null || !focused.contains(front))
    return `${what} is behind ${front?.outerHTML.slice(0, 120)}`;
  // Skip frames, because a frame's content outlines its own focus.
  if (focused instanceof HTMLIFrameElement) return null;
  // If a control is invisible, such as a custom radio button, its parent has the outline.
  const isMarked = [focused, focused.parentElement].some((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  return isMarked ? null : `${what} does not show that it has the focus`;
};
