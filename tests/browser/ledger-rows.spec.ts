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

test('the ledger prefetches pages, opens transactions and fades in new rows', async ({
  page,
  visitor,
  console,
  session,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 60);
  await session.openAs(visitor);

  await step('the next page is prefetched on hover or focus, so its rows appear immediately', async () => {
    await expect(ledger.rows).toHaveCount(10);
    const ahead = page.waitForResponse((response) => response.url().includes('/history?page=2'));
    await Promise.all([ahead, ledger.next.hover()]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const old = await ledger.cell('Transaction ID').textContent();
    await ledger.next.click();
    await expect(ledger.cell('Transaction ID')).not.toHaveText(old ?? '');
    expect(asked.filter((url) => url.includes('/history?page=2'))).toEqual([]);

    const later = page.waitForResponse((response) => response.url().includes('/history?page=3'));
    await ledger.previous.focus();
    await page.keyboard.press('Tab');
    await later;
  });

  await step('cached rows appear without a loading indicator', async () => {
    await ledger.previous.click();
    await expect(ledger.pageMark).toHaveText(/^Page 1 of/);
    await ledger.next.click();
    await expect(ledger.pageMark).toHaveText(/^Page 2 of/);
    await expect(ledger.region).toHaveAttribute('aria-busy', 'false');
    const signsOfLoading = await ledger.region.evaluateHandle((region) => {
      const seen: string[] = [];
      new MutationObserver((records) => {
        for (const { target } of records)
          if (target instanceof Element) seen.push(`${target.tagName} ${target.getAttribute('aria-busy')}`);
      }).observe(region, { attributeFilter: ['aria-busy'], subtree: true });
      return seen;
    });
    const old = await ledger.cell('Transaction ID').textContent();
    await ledger.previous.click();
    await expect(ledger.cell('Transaction ID')).not.toHaveText(old ?? '');
    await expect(page).toHaveURL('/dashboard');
    expect(await signsOfLoading.jsonValue()).toEqual([]);

    await ledger.filter('Failed').click();
    await expect.poll(() => signsOfLoading.jsonValue()).toContain('SECTION true');
  });

  await step('in a wide window, the ledger is a table whose rows open by mouse and keyboard', async () => {
    await ledger.filter('Completed').click();
    await expect(ledger.cell('Status')).toHaveText('Completed');
    const table = ledger.region.getByRole('table', { name: 'Transaction Ledger' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Date (CT)',
      'Package',
      'Amount',
      'Credits',
      'Balance',
      'Status',
      'Transaction ID',
    ]);
    await ledger.cell('Package', 1).click();
    await expect(ledger.details).toBeVisible();
    await page.keyboard.press('Escape');
    await ledger.cell('Transaction ID', 1).getByRole('button').press('Enter');
    await expect(ledger.details).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const opener = ledger.cell('Transaction ID', 2).getByRole('button');

  await step('Escape, the backdrop and the X each close a transaction and return the focus', async () => {
    for (const [way, close] of Object.entries(ways))
      await test.step(`${way} closes the transaction`, async () => {
        await opener.click();
        await expectModal(page, ledger.details);
        await close(page, ledger.details);
        await expect(ledger.details).toBeHidden();
        await expect(opener).toBeFocused();
      });
  });

  await step('a double click or a second Enter doesn’t close an opened dialog', async () => {
    await opener.dblclick();
    await expect(ledger.details).toBeVisible();
    await page.mouse.click(backdrop.x, backdrop.y);
    await expect(ledger.details).toBeHidden();
    await opener.press('Enter');
    await page.keyboard.press('Enter');
    await expect(ledger.details).toBeVisible();
  });

  await step('only fetched rows fade in, and never with reduced motion', async () => {
    await page.addInitScript(() => {
      const faded: (string | null)[] = [];
      Object.assign(window, { faded });
      const { startViewTransition } = Element.prototype;
      if (startViewTransition === undefined) throw new Error('This browser fades no part of a page alone');
      Element.prototype.startViewTransition = function (change) {
        const transition = startViewTransition.call(this, change);
        transition.finished.then(() =>
          faded.push(this.querySelector('tbody td:nth-child(6)')?.textContent ?? null),
        );
        return transition;
      };
    });
    const faded = () => page.evaluate(() => Reflect.get(window, 'faded'));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await dashboard.open();
    await expect(ledger.cell('Status')).toHaveText('Completed');

    await ledger.filter('Failed').click();
    await expect(ledger.cell('Status')).toHaveText('Failed');
    await expect.poll(faded).toEqual(['Failed']);
    await ledger.filter('Completed').click();
    await expect(ledger.cell('Status')).toHaveText('Completed');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await ledger.filter('Refunded').click();
    await expect(ledger.cell('Status')).toHaveText('Refunded');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await ledger.refresh.click();
    await expect.poll(faded).toEqual(['Failed', 'Refunded']);
  });
});
