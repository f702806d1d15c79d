import { holdRequests } from '#tests/browser/requests.ts';
import { expect, test } from '../browser/fixtures.ts';
import { expectDataInvariants } from './data-invariants.ts';

/** Chromium's preset for slow 3G. Throughputs are in bytes per second, latency is in ms. */
const slow3g = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

test('slow networks and invalid URLs don’t break the dashboard', async ({
  page,
  context,
  addresses,
  visitor,
  pageErrors,
  console,
  payments,
  session,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor);

  await step('45: without a fast network, the dashboard shows skeletons and repeats no POST', async () => {
    pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
    await expect(ledger.rows).toHaveCount(10);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && !request.url().startsWith(addresses.pool)) posts.push(request.url());
    });

    await test.step('offline, the old rows stay until the new rows fail to load', async () => {
      await context.setOffline(true);
      await expect(page.getByText("You're offline.")).toBeVisible();
      const release = await holdRequests(context, /history\?.*status=failed/);
      await ledger.filter('Failed').click();
      await expect(ledger.region).toHaveAttribute('aria-busy', 'true');
      await expect(ledger.rows).toHaveCount(10);
      release();
      await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
      await expect(ledger.region.getByRole('button', { name: 'Retry' })).toBeEnabled();
    });

    await test.step('back online, the new rows load automatically', async () => {
      await context.setOffline(false);
      await expect(page.getByText("You're offline.")).toBeHidden();
      await expect(ledger.cell('Status')).toHaveText('Failed');
    });

    await test.step('on slow 3G, skeletons show until the packages load', async () => {
      const session = await context.newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', slow3g);
      await console.addFault({ service: 'store', match: 'GET /api/products/', fault: 'hold' });
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await expect(dashboard.packages).toHaveAttribute('aria-busy', 'true');
      await expect(dashboard.packages.locator('[data-skeleton]')).toHaveCount(3);
      await expect(ledger.rows).toHaveCount(10);
      await console.clearFaults();
      await expect(dashboard.buy('$5.00')).toBeEnabled();
      await session.detach();
    });
    await expect(dashboard.balance).toHaveAttribute('aria-busy', 'false');
    expect(posts.filter((url, place) => posts.indexOf(url) !== place)).toEqual([]);
    await expectDataInvariants(page, payments);
  });

  await step('40: invalid values in the URL are clamped, and the URL is corrected', async () => {
    for (const [search, right] of [
      ['?status=all&page=9999', '?status=all&page=6'],
      ['?status=refunded&page=-3&tx=&other=1', '?status=refunded'],
    ] as const)
      await test.step(`${search} is corrected`, async () => {
        const length = await page.evaluate(() => history.length);
        await page.goto(`/dashboard${search}`);
        await expect(page).toHaveURL(`/dashboard${right}`);
        await expect(ledger.rows.first()).toBeVisible();
        expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1);
      });
    await expectDataInvariants(page, payments);
  });
});
