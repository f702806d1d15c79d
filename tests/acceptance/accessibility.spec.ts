import type { Page } from '@playwright/test';
import { brokenRules, looks } from '#tests/browser/accessibility.ts';
import { expect, test } from '#tests/browser/fixtures.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';

/** Holds what stands to the rules of accessibility, wide and narrow, light and dark. */
const expectAccessible = (page: Page, state: string): Promise<void> =>
  test.step(state, async () => {
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await transitionsEnd(page);
      expect(await brokenRules(page), `${state}, ${width} px wide, ${colorScheme}`).toEqual([]);
    }
  });

// The gallery holds every state to the rules, from the sources: what a build does to styles is seen here.
test('the built pages keep to the rules of accessibility', async ({
  page,
  visitor,
  console,
  session,
  screens: { signIn, dashboard, ledger, notices },
}) => {
  await signIn.open();
  await signIn.submit.click();
  await expect(notices.error).toBeVisible();
  await expectAccessible(page, 'sign-in with errors in its fields');

  await console.createUser(visitor, 57);
  await session.openAs(visitor, '/dashboard?status=all&page=2');
  await expect(ledger.pageMark).toHaveText('Page 2 of 6');
  await expect(dashboard.packages).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'dashboard');
});
