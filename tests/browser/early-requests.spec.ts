import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';
import { newPerson, type Person } from './people.ts';
import { openEmptyPage, sessionOf, writeStorage } from './stored-session.ts';

const history = '/api/transactions/history?page=1&limit=10&status=completed';
const firstReads = [
  '/api/auth/profile',
  '/api/credits/balance',
  '/api/products/',
  history,
  '/api/transactions/summary',
];

const watchStore = (page: Page, store: string) => {
  const calls: { readonly path: string; readonly token: string }[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    const isLater = pathname === '/api/credits';
    if (origin !== store || request.method() === 'OPTIONS' || isLater) return;
    calls.push({ path: pathname + search, token: request.headers()['authorization'] ?? '' });
  });
  return {
    paths: () => calls.map(({ path }) => path).toSorted(),
    tokens: () => [...new Set(calls.map(({ token }) => token))],
    clear: () => void calls.splice(0),
  };
};

const code = /\/assets\/.*\.js$/;

const visitOnce = async (page: Page, open: () => Promise<void>, { firstName }: Person): Promise<void> => {
  await open();
  await expect(page.getByRole('heading', { name: `Welcome, ${firstName}`, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

test('the dashboard’s first data is fetched once, before the app’s code has loaded', async ({
  page,
  addresses,
  customer,
  session,
  screens: { dashboard },
}) => {
  const store = watchStore(page, addresses.store);
  await visitOnce(page, () => session.openAs(customer), customer);
  expect(store.paths(), 'at the first visit').toEqual(firstReads);

  store.clear();
  const release = await holdRequests(page, code);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(store.paths).toEqual(firstReads);
  release();
  await visitOnce(page, async () => undefined, customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
  expect(store.paths(), 'with the app').toEqual(firstReads);
});

test('nothing is shown of a session that another user replaced before the app loaded', async ({
  context,
  page,
  addresses,
  session,
  console,
  screens: { dashboard, ledger },
}) => {
  const store = watchStore(page, addresses.store);
  const [ada, eve] = [newPerson(), { ...newPerson(), firstName: 'Eve' }];
  await console.createUser(ada, 3);
  await console.createUser(eve);
  await visitOnce(page, () => session.openAs(ada), ada);
  await expect(ledger.rows).not.toHaveCount(0);
  store.clear();
  const release = await holdRequests(page, code);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(store.paths).toEqual(firstReads);
  const other = await context.newPage();
  await openEmptyPage(other, addresses.app);
  await writeStorage(other, await sessionOf(addresses.pool, eve));
  release();
  await visitOnce(page, async () => undefined, eve);
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
  await expect(ledger.rows).toHaveCount(0);
  await expect(page.getByText('Ada')).toHaveCount(0);
  expect(store.paths(), 'once with the token of each').toEqual(firstReads.flatMap((path) => [path, path]));
  expect(store.tokens()).toHaveLength(2);
});
