import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { stopClock } from './page-clock.ts';

/** Notes each text that the balance shows and each that it announces, one after the other. */
const watchBalance = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = { shown: [] as string[], announced: [] as string[] };
    Object.assign(window, { seen });
    const note = (texts: string[], text: string | null | undefined) => {
      if (text && texts.at(-1) !== text) texts.push(text);
    };
    new MutationObserver(() => {
      const region = [...document.querySelectorAll('section')].find((section) =>
        section.textContent?.startsWith('Your Credits'),
      );
      note(seen.shown, region?.querySelector('p > [aria-hidden="true"]')?.textContent);
      note(seen.announced, region?.querySelector('p > [role="status"]')?.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
};

const seenOf = (page: Page): Promise<{ readonly shown: string[]; readonly announced: string[] }> =>
  page.evaluate(() => Reflect.get(window, 'seen'));

test.use({ reducedMotion: 'no-preference' });

test('the balance counts up for the eye, and is announced once', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await page.clock.install();
  await watchBalance(page);
  await session.openAs(customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
  await expect(dashboard.success.locator('div[aria-hidden="true"] > span')).toHaveCount(10);
  await expect(dashboard.success.locator('div[aria-hidden="true"] > span').first()).toBeVisible();
  // Frame by frame: a machine that draws few of them in the second of the count would skip its numbers.
  await stopClock(page);
  await dashboard.continue.click();
  await expect(dashboard.success).toBeHidden();
  await expect
    .poll(
      async () => {
        await page.clock.runFor(50);
        return dashboard.balance.getByRole('status').textContent();
      },
      { intervals: [0] },
    )
    .toBe('1,300 Credits');
  const { shown, announced } = await seenOf(page);
  expect(announced).toEqual(['0 Credits', '1,300 Credits']);
  expect(shown[0]).toBe('0');
  expect(shown.at(-1)).toBe('1,300');
  expect(shown.length).toBeGreaterThan(10);
});

test('where motion is unwanted the balance stands at once, and no coin falls', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchBalance(page);
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
  await expect(dashboard.success.locator('div[aria-hidden="true"] > span')).toHaveCount(10);
  await expect(dashboard.success.locator('div[aria-hidden="true"] > span').first()).toBeHidden();
  await dashboard.continue.click();
  await expect(dashboard.balance.getByRole('status')).toHaveText('1,300 Credits');
  expect((await seenOf(page)).shown).toEqual(['0', '1,300']);
});
