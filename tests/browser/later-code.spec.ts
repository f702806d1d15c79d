import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { holdRequests } from './requests.ts';

test('the dashboard works while its lazily loaded code is still loading', async ({
  page,
  customer,
  visitor,
  console,
  session,
  pageErrors,
  step,
  screens: { header, dashboard, checkout, ledger, security },
}) => {
  await step('the CSV download’s code loads only when its button gets the focus', async () => {
    const isDownloadCode = (url: string) => /\/assets\/download-.*\.js$/.test(url);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const later = page.waitForRequest(/\/assets\/dashboard-later-.*\.js$/);
    watchNetwork(page);
    await session.openAs(customer);
    await later;
    await networkQuiet(page);
    expect(asked.filter(isDownloadCode)).toEqual([]);

    const code = page.waitForRequest((request) => isDownloadCode(request.url()));
    await Promise.all([code, ledger.download.focus()]);
  });

  await step('a page whose code is still loading opens when the code arrives', async () => {
    // The local pool doesn't track devices, so it responds with 400.
    pageErrors.allowResponse('pool', '/', 400);
    const release = await holdRequests(page, '**/assets/security-*.js');
    await page.reload();
    await expect(dashboard.packages).toHaveAttribute('aria-busy', 'false');
    await header.security.click();
    await expect(header.current).toHaveText('Security');
    await expect(dashboard.packages).toBeVisible();
    release();
    await expect(security.heading).toBeFocused();
    await expect(security.turnOn).toBeVisible();
    await header.dashboard.click();
  });

  await step('a purchase whose code fails to load offers a retry and then continues', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    pageErrors.allowMessage('A part of the app did not load: ');
    const code = '**/assets/dashboard-later-*.js';
    await page.route(code, (route) => route.abort());
    const fail = await holdRequests(page, code, (route) => route.fallback());
    await page.reload();
    await dashboard.buy('$10.00').click();
    await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
    await expect(checkout.region).toBeHidden();
    fail();
    await expect(page.getByRole('main').getByText("We couldn't load this part of the page.")).toBeVisible();

    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(
      page.getByRole('heading', { name: 'Credit Packages' }),
      'the focus stays near',
    ).toBeFocused();
    await page.unroute(code);
    await retry.click();
    await expect(checkout.region.getByRole('heading', { name: 'Checkout' })).toBeFocused();
    await checkout.fill(customer);
    await checkout.pay('$10.00').click();
    await expect(dashboard.success).toBeVisible();
  });

  await step('the first rows show without waiting for the purchase code or the date library', async () => {
    await console.createUser(visitor, 57);
    await page.route(/\/assets\/(?:dashboard-later|download|identity)-.*\.js/, () => undefined);
    await session.openAs(visitor);
    await expect(dashboard.packages).toHaveAttribute('aria-busy', 'false');
    await expect(ledger.region).toHaveAttribute('aria-busy', 'false');
    await expect(dashboard.balance.getByRole('status')).toHaveText(/ Credits$/);
    await expect(ledger.region.getByText(/^Updated /)).toBeVisible();
  });
});
