import type { Page, Route } from '@playwright/test';
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

/** What a page has asked of the store, without what the browser asks by itself. */
const watchStore = (page: Page, store: string) => {
  const calls: { readonly path: string; readonly token: string }[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== store || request.method() === 'OPTIONS') return;
    calls.push({ path: pathname + search, token: request.headers()['authorization'] ?? '' });
  });
  return {
    paths: () => calls.map(({ path }) => path).toSorted(),
    tokens: () => [...new Set(calls.map(({ token }) => token))],
    count: (path: string) => calls.filter((call) => call.path === path).length,
    clear: () => void calls.splice(0),
  };
};

/** The app's own code. */
const code = /\/assets\/.*\.js$/;

/** The access token that this page's browser keeps, as it is sent. */
const keptToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [, token = ''] = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken')) ?? [];
    return `Bearer ${token}`;
  });

/** Keeps something else in the session, by the last part of its key. */
const changeSession = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([part, kept]) => {
      const prefix = 'CognitoIdentityServiceProvider.coffer-local-web';
      const user = localStorage.getItem(`${prefix}.LastAuthUser`);
      localStorage.setItem(`${prefix}.${user}.${part}`, kept);
    },
    [name, value] as const,
  );

/** A first visit, after which device and store know the customer. */
const visitOnce = async (page: Page, open: () => Promise<void>, { firstName }: Person): Promise<void> => {
  await open();
  await expect(page.getByRole('heading', { name: `Welcome, ${firstName}`, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

test('a customer’s dashboard is loaded again and again', async ({
  page,
  addresses,
  customer,
  session,
  console,
  pageErrors,
  poolCalls,
  step,
  screens: { dashboard, ledger },
}) => {
  const store = watchStore(page, addresses.store);

  await step(
    'what the dashboard reads first is asked for once, before the app’s own code is there',
    async () => {
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
    },
  );

  await step('what the store fails at gets its one retry, and the rest stands', async () => {
    pageErrors.allowResponse(`${addresses.store}/api/transactions/summary`, 500);
    await console.addFault({
      service: 'store',
      match: 'GET /api/transactions/summary',
      customer: customer.email,
      fault: 'status',
      status: 500,
    });
    store.clear();
    await visitOnce(page, async () => void (await page.reload()), customer);
    await expect(ledger.region).toContainText('The totals could not be loaded.');
    await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    expect(store.paths()).toEqual([...firstReads, '/api/transactions/summary'].toSorted());
  });

  await step(
    'a token that the store refuses is renewed, and what it was refused for is asked for again',
    async () => {
      pageErrors.allowResponse(`${addresses.store}/api/credits/balance`, 401);
      await console.addFault({
        service: 'store',
        match: 'GET /api/credits/balance',
        customer: customer.email,
        requestHeaders: { authorization: await keptToken(page) },
        fault: 'status',
        status: 401,
      });
      store.clear();
      await visitOnce(page, async () => void (await page.reload()), customer);
      await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
      expect(poolCalls.count('refresh')).toBe(1);
      expect(store.paths()).toEqual([...firstReads, '/api/credits/balance'].toSorted());
    },
  );

  await step('a token that is about to end is renewed, and not sent before', async () => {
    const old = await keptToken(page);
    await changeSession(page, 'clockDrift', '-3590');
    store.clear();
    await visitOnce(page, async () => void (await page.reload()), customer);
    expect(poolCalls.count('refresh')).toBe(1);
    expect(store.paths()).toEqual(firstReads);
    expect(store.tokens()).toHaveLength(1);
    expect(store.tokens()).not.toContain(old);
  });

  await step(
    'without the network what was asked for ahead fails as anything else, and Retry brings it',
    async () => {
      pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
      let isOffline = true;
      await page.route(`${addresses.store}/api/**`, (route) =>
        isOffline ? route.abort('internetdisconnected') : route.continue(),
      );
      store.clear();
      await page.reload();
      await expect(dashboard.balance.getByRole('alert')).toContainText('Your balance could not be loaded.');
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(store.paths(), 'each with its one retry').toEqual(firstReads.flatMap((path) => [path, path]));
      isOffline = false;
      await dashboard.balance.getByRole('button', { name: 'Retry' }).click();
      await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    },
  );
});

test('a device that customers share is loaded with a session that is not what it was', async ({
  context,
  page,
  addresses,
  customer,
  session,
  console,
  step,
  screens: { dashboard, ledger, signIn },
}) => {
  const store = watchStore(page, addresses.store);

  await step('the record of a new customer is made before anything else is asked for', async () => {
    const release = await holdRequests(page, code);
    let asked: readonly string[] = [];
    const noteAsked = async (route: Route) => {
      const response = await route.fetch();
      asked = store.paths();
      await route.fulfill({ response });
    };
    await page.route(`${addresses.store}/api/auth/profile`, noteAsked, { times: 1 });
    const visit = session.openAs(customer);
    await expect.poll(store.paths).toEqual(firstReads);
    expect(asked).toEqual(['/api/auth/profile']);
    release();
    await visitOnce(page, () => visit, customer);
    expect(store.paths()).toEqual(firstReads);
  });

  await step('nothing is shown of a session that ends before the app is there', async () => {
    store.clear();
    const release = await holdRequests(page, code);
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(store.paths).toEqual(firstReads);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(other).toHaveURL('/login');
    release();
    await expect(signIn.heading).toBeVisible();
    await expect(page.getByText(customer.firstName)).toHaveCount(0);
    expect(store.paths()).toEqual(firstReads);
    await other.close();
  });

  await step(
    'nothing is shown of a session that another user’s takes the place of before the app is there',
    async () => {
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
      expect(store.paths(), 'once with the token of each').toEqual(
        firstReads.flatMap((path) => [path, path]),
      );
      expect(store.tokens()).toHaveLength(2);
    },
  );
});
