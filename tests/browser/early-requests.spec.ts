import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './requests.ts';

const history = '/api/transactions/history?page=1&limit=10&status=completed';
const firstReads = [
  '/api/auth/profile',
  '/api/credits/balance',
  '/api/products/',
  history,
  '/api/transactions/summary',
];

const watchStore = (page: Page, store: string): string[] => {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    const isLater = pathname === '/api/credits';
    if (origin !== store || request.method() === 'OPTIONS' || isLater) return;
    paths.push(pathname + search);
  });
  return paths;
};

test('the dashboard’s first data is fetched once, before the app’s code loads', async ({
  page,
  addresses,
  customer,
  session,
  screens: { dashboard },
}) => {
  const paths = watchStore(page, addresses.store);
  const expectFirstReads = async (when: string) => {
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(paths.toSorted(), when).toEqual(firstReads);
  };
  await session.openAs(customer);
  await expectFirstReads('at the first visit');

  paths.length = 0;
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => paths.toSorted()).toEqual(firstReads);
  release();
  await expectFirstReads('with the app');
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
});
