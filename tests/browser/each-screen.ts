import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hiddenFocus } from './focus.ts';

export const expectSkipLink = (page: Page): Promise<void> =>
  test.step('the first tab stop is a link that skips to the content', async () => {
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
