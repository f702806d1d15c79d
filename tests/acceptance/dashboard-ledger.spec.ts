import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/browser/fixtures.ts';

test('the URL and the ledger stay in sync, even with Back and Forward', async ({
  page,
  visitor,
  console,
  session,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 60);
  await session.openAs(visitor);
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  await test.step('using the ledger updates the URL', async () => {
    await ledger.next.click();
    await expect(page).toHaveURL('/dashboard?page=2');
    await ledger.filter('All').click();
    await expect(page).toHaveURL('/dashboard?status=all');
    // Wait for the pager, because it changes only when the rows arrive, after the URL.
    await expect(ledger.pageMark).toHaveText('Page 1 of 6');
    await ledger.next.click();
    await expect(page).toHaveURL('/dashboard?status=all&page=2');
    await expect(ledger.pageMark).toHaveText('Page 2 of 6');
    await expect(ledger.region).toHaveAttribute('aria-busy', 'false');
    await ledger.open(3);
    await expect(ledger.details).toBeVisible();
    await expect(page).toHaveURL(/\?status=all&page=2&tx=[0-9a-f-]{36}$/);
  });

  await test.step('Back and Forward update the ledger', async () => {
    await page.goBack();
    await expect(ledger.details).toBeHidden();
    await page.goBack();
    await expect(ledger.pageMark).toHaveText('Page 1 of 6');
    await expect(ledger.filter('All')).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(ledger.filter('Completed')).toHaveAttribute('aria-pressed', 'true');
    await expect(ledger.pageMark).toHaveText(/^Page 2 of/);
    await page.goBack();
    await expect(ledger.pageMark).toHaveText(/^Page 1 of/);
    await expect(page).toHaveURL('/dashboard');
    for (const _ of ['page 2', 'all', 'page 2 of all', 'details']) await page.goForward();
    await expect(ledger.details).toBeVisible();
  });

  await test.step('a shared URL opens the same page and transaction', async () => {
    const shared = page.url();
    const id = await ledger.fact('Transaction ID').textContent();
    await page.reload();
    await expect(ledger.fact('Transaction ID')).toHaveText(id ?? '');
    await ledger.details.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/dashboard?status=all&page=2');
    await page.goBack();
    await expect(page, 'Back opens nothing that was closed').toHaveURL('/dashboard?status=all&page=2');
    await page.goto(shared.replace('&page=2', ''));
    await expect(page.getByText("This transaction isn't on this page.")).toBeVisible();
    await expect(ledger.details).toBeHidden();
    await expect(page).toHaveURL('/dashboard?status=all');
    await expect(ledger.rows).toHaveCount(10);
    await ledger.next.click();
    await expect(page.getByText("This transaction isn't on this page.")).toBeHidden();
  });
});

test('the ledger can be refreshed, downloaded as CSV and printed as a receipt', async ({
  page,
  visitor,
  console,
  session,
  screens: { ledger },
}) => {
  await page.clock.install();
  await console.createUser(visitor, 325);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true');
  });
  await session.openAs(visitor);

  await test.step('both refresh buttons fetch everything again while a payment is pending', async () => {
    await ledger.filter('Pending').click();
    await expect(ledger.cell('Status', 1)).toHaveText('Pending');
    await expect(ledger.region.getByText('No action is needed')).toHaveCount(1);
    await expect(ledger.updated).toHaveText(/ [AP]M$/);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const button of [ledger.checkAgain, ledger.refresh]) {
      const before = await ledger.updated.textContent();
      await page.clock.fastForward(2_000);
      await button.click();
      await expect(ledger.updated).not.toHaveText(before ?? '');
      await expect(ledger.details).toBeHidden();
    }
    for (const path of ['/api/transactions/history', '/api/transactions/summary', '/api/credits/balance'])
      await expect.poll(() => requests.filter((request) => request === path)).toHaveLength(2);
    await ledger.open(0);
    await expect(ledger.details.getByText('No action is needed')).toBeVisible();
    await expect(ledger.print).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('a download contains all rows of the filter as CSV', async () => {
    await ledger.filter('Failed').click();
    await expect(ledger.cell('Status')).toHaveText('Failed');
    const [file] = await Promise.all([page.waitForEvent('download'), ledger.download.dblclick()]);
    expect(file.suggestedFilename()).toMatch(/^transactions-failed-\d{4}-\d\d-\d\d\.csv$/);
    const bytes = await readFile(await file.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(head).toContain('Date (CT),Date (UTC),Package,Status,Amount (USD)');
    const total = await ledger.pageMark.textContent();
    expect(Math.ceil(lines.length / 10)).toBe(Number(total?.split(' of ')[1]));
    expect(lines.filter((line) => !line.includes(',Failed,'))).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
    await expect(ledger.region.getByText(`Downloaded ${lines.length} transactions`)).toBeVisible();

    // Like Enter, `click()` involves no pointer. On a slow machine, real key presses could be too far apart.
    const again = page.waitForEvent('download');
    await ledger.download.evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      button.click();
    });
    await again;
    await ledger.open(0);
    await expect(ledger.fact('Status')).toHaveText('Failed');
    await expect(ledger.print).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await ledger.filter('Completed').click();
  await expect(ledger.cell('Status')).toHaveText('Completed');
  await ledger.open(0);
  const receipt = page.locator('article[data-receipt="completed"]');
  await expect(receipt).toBeHidden();
  const facts = await Promise.all(
    ['Amount', 'Card', 'Gateway transaction ID', 'Order ID', 'Transaction ID', 'Total credits'].map((term) =>
      ledger.fact(term).textContent(),
    ),
  );
  await ledger.print.click();
  await expect(page.locator('html[data-printed]')).toBeAttached();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(receipt).toBeVisible();
  await expect(receipt.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible();
  for (const words of [visitor.email, 'SellerExample, Inc.', 'CardVisa ending in 1111'])
    await expect(receipt).toContainText(words);
  for (const fact of facts) await expect(receipt).toContainText(fact ?? 'missing');
  await expect(ledger.region).toBeHidden();
  await expect(ledger.details).toBeHidden();
  const pdf = await page.pdf();
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
});
