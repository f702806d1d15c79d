import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';
import { nextCustomerId, spend } from '#tests/browser/merchant.ts';

test('a customer can limit what services use, and see what they used', async ({
  page,
  addresses,
  console,
  customer,
  pageErrors,
  screens: { signIn, header, dashboard, checkout, activity, billing },
}) => {
  const { keyboard } = page;
  const { spendingLimit: limit } = billing;
  const { usage } = activity;
  const nextId = nextCustomerId(page);
  await signIn.openAs(customer);
  const id = await nextId;
  await header.activity.click();
  await expect(usage.region).toContainText('Once services use your credits, this shows');
  await header.dashboard.click();
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
  await page.goto('/billing');

  await test.step('a limit can be set by keyboard', async () => {
    await expect(limit.region).toContainText('LimitNone');
    await expect(page.locator('h2:focus')).toHaveCount(0);
    await tabTo(page, limit.save);
    await keyboard.press('Enter');
    await expect(limit.limit).toBeFocused();
    await expect(limit.limit).toHaveAccessibleDescription('Enter a number of credits, such as 500 Credits');
    await keyboard.type('1,00');
    await keyboard.press('Enter');
    await expect(limit.limit).toHaveAttribute('aria-invalid', 'true');
    await limit.limit.fill('100');
    await keyboard.press('Enter');
    await expect(limit.news).toHaveText('Your spending limit is saved.');
    await expect(limit.region).toContainText('0 of 100 credits');
  });

  await test.step('services can’t use more than the limit', async () => {
    expect(await spend(addresses, id, 60, 'Transcriber')).toBe('201');
    expect(await spend(addresses, id, 41, 'Summaries')).toBe('402 spending-limit-reached');
    expect(await spend(addresses, id, 20, 'Summaries')).toBe('201');
  });

  await test.step('the dashboard warns at 80 %, says that the limit is reached, and links to it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('You have used 80 of the 100 credits of your spending limit.')).toBeVisible();
    expect(await spend(addresses, id, 20, 'Summaries')).toBe('201');
    await page.reload();
    const news = page.getByRole('status').filter({ hasText: 'Spending limit reached.' });
    await news.getByRole('link', { name: 'Billing', exact: true }).click();
    await expect(limit.region).toContainText('100 of 100 credits');
    await expect(limit.region).toContainText('You have reached your spending limit.');
  });

  await test.step('signing in again to raise the limit keeps what was typed', async () => {
    const refusal = { code: 'recent-sign-in-required', detail: 'No.' };
    pageErrors.allowResponse('store', '/api/spending-limit', 403);
    await console.reply('PUT /api/spending-limit', refusal, { status: 403 });
    await limit.limit.fill('１,500');
    await limit.save.click();
    await expect(limit.failure).toContainText(
      'To raise your limit, please sign in again. Nothing was changed.',
    );
    await limit.signInAgain.click();
    await signIn.signIn(customer);
    await expect(limit.limit).toHaveValue('１,500');
  });

  await test.step('a lost response may have changed the limit, and the page shows whether it did', async () => {
    pageErrors.allowMessage('net::ERR');
    const match = 'PUT /api/spending-limit';
    const fault = await console.addFault({ service: 'store', match, fault: 'reset-after', times: 1 });
    await limit.save.click();
    await fault.struck();
    await expect(limit.failure).toContainText("We can't confirm that your limit was saved. Check it above.");
    await expect(limit.region).toContainText('100 of 1,500 credits');
    await expect(limit.limit).toHaveValue('1500');
    await limit.save.click();
    await expect(limit.news).toHaveText('Your spending limit is saved.');
  });

  await test.step('a removed limit leaves the focus near', async () => {
    await limit.remove.click();
    await expect(limit.news).toHaveText('Your spending limit is removed.');
    await expect(limit.remove).toHaveCount(0);
    await expect(limit.limit).toHaveValue('');
    await expect(limit.region.getByRole('heading')).toBeFocused();
  });

  await test.step('usage shows by day and by service, and what is left of each grant', async () => {
    await header.activity.click();
    await expect(usage.region).toContainText('Last 30 days100 credits');
    await expect(usage.chart).toBeVisible();
    await usage.showTable.click();
    await expect(usage.rows).toHaveCount(30);
    await expect(usage.rows.last()).toContainText('100');
    await usage.byService.click();
    await expect(usage.rows).toHaveText([/Transcriber.*60/, /Summaries.*40/]);
    const [file] = await Promise.all([page.waitForEvent('download'), usage.download.click()]);
    expect(file.suggestedFilename()).toMatch(/^credit-usage-by-service-.*\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toBe(
      '\uFEFFService,Credits\r\nTranscriber,60\r\nSummaries,40\r\n',
    );
    await expect(activity.grants).toHaveText([/^Purchase.*1,200 of 1,200 credits/]);
  });
});
