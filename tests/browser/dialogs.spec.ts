import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const backdrop = { x: 5, y: 5 } as const;

const ways: Readonly<Record<string, (page: Page, dialog: Locator) => Promise<void>>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'the backdrop': (page) => page.mouse.click(backdrop.x, backdrop.y),
  'the X': (_, dialog) => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
};

const expectModal = async (page: Page, dialog: Locator): Promise<void> => {
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches('dialog:modal'))).toBe(true);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(backdrop.x, backdrop.y);
  await page.mouse.wheel(0, 400);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.press('End');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
};

test('a customer opens and closes every dialog', async ({
  page,
  visitor,
  console,
  session,
  step,
  screens: { ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor);

  await step('Escape, the backdrop and the X each close a transaction, and return the focus', async () => {
    const opener = ledger.cell('Transaction ID', 2).getByRole('button');
    for (const [way, close] of Object.entries(ways))
      await test.step(way, async () => {
        await opener.click();
        await expectModal(page, ledger.details);
        await close(page, ledger.details);
        await expect(ledger.details).toBeHidden();
        await expect(opener).toBeFocused();
      });
  });

  await step('a double press opens a dialog and does not close it', async () => {
    const opener = ledger.cell('Transaction ID', 2).getByRole('button');
    await opener.dblclick();
    await expect(ledger.details).toBeVisible();
    await page.mouse.click(backdrop.x, backdrop.y);
    await expect(ledger.details).toBeHidden();
    await opener.press('Enter');
    await page.keyboard.press('Enter');
    await expect(ledger.details).toBeVisible();
  });
});
