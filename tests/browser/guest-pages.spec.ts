import { developersCode, expectNoGallery, expectUnloaded, scriptsOf } from './developers-code.ts';
import { expectSkipLink } from './each-screen.ts';
import { expect, test } from './fixtures.ts';
import { changeConfig } from './requests.ts';

test('guest pages have a skip link, and no page loads developers’ code', async ({
  page,
  pageErrors,
  customer,
  step,
  screens: { signIn, dashboard, checkout, ledger },
}) => {
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^Coffer$/ });
  const scripts = scriptsOf(page);

  await step('the first tab stop of each page skips to the content', async () => {
    pageErrors.allowResponse('app', '/gallery', 404);
    for (const path of ['/gallery', '/terms', '/signup', '/login'])
      await test.step(`${path} starts with a skip link`, async () => {
        await page.goto(path);
        await expect(heading).toBeVisible();
        await expectSkipLink(page);
      });

    await test.step('the second click of a double-click counts only on the same target', async () => {
      const link = page.getByRole('link', { name: 'Forgot password?' });
      await signIn.submit.click();
      await link.dispatchEvent('click', { detail: 2 });
      await page.getByRole('button', { name: 'Show password' }).dblclick();
      await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
      await expect(page).toHaveURL('/login');
      await link.dispatchEvent('click', { detail: 1 });
      await expect(page).toHaveURL('/forgot-password');
      await page.goBack();
    });
  });

  await step('customers never download the inspector’s or the machines panel’s code', async () => {
    await signIn.signIn(customer);
    await dashboard.buy('$10.00').click();
    await checkout.fill(customer);
    await checkout.pay('$10.00').click();
    await dashboard.continue.click();
    await expect(ledger.rows).toHaveCount(1);
    expect(scripts.size).toBeGreaterThan(3);
    await expectUnloaded(scripts, developersCode);
    await expectNoGallery();
  });
});

test('the page names an invalid configuration field, even to returning visitors', async ({
  page,
  screens: { signIn },
}) => {
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await changeConfig(page, { storage: 'cookie' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
  await expect(page.getByText('/config.json: storage: must be one of local, session, memory')).toBeVisible();
});
