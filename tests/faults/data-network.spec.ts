import { holdRequests } from '#tests/browser/hold-requests.ts';
import { expect, test } from '../browser/fixtures.ts';
import { expectDataInvariants } from './data-invariants.ts';

/** What Chromium's own throttling calls slow 3G: bytes a second, and milliseconds. */
const slow3g = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

test('45: offline and on slow 3G there are skeletons, then rows or Retry, and nothing is posted twice', async ({
  page,
  context,
  addresses,
  visitor,
  pageErrors,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
  await console.createUser(visitor, 57);
  await session.openAs(visitor);
  await expect(ledger.rows).toHaveCount(10);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().startsWith(addresses.pool)) posts.push(request.url());
  });

  await test.step('offline, the old rows stay until it is known that no others come', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    const release = await holdRequests(context, /history\?.*status=failed/);
    await ledger.filter('Failed').click();
    await expect(ledger.region).toHaveAttribute('aria-busy', 'true');
    await expect(ledger.rows).toHaveCount(10);
    release();
    await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
    await expect(ledger.region.getByRole('button', { name: 'Retry' })).toBeEnabled();
  });

  await test.step('back online, Retry brings them', async () => {
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
    await ledger.region.getByRole('button', { name: 'Retry' }).click();
    await expect(ledger.cell('Status')).toHaveText('Failed');
  });

  await test.step('on slow 3G skeletons hold the place', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slow3g);
    await console.addFault({
      service: 'store',
      match: 'GET /api/products/',
      fault: 'hold',
    });
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
