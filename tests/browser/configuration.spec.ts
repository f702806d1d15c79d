import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';

type Config = Readonly<Record<string, unknown>>;

/** Has the site serve another configuration from now on, which may differ from request to request. */
const serveConfig = (page: Page, change: (config: Config) => Config) =>
  page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** Counts how often the page is loaded from now on. */
const countLoads = (page: Page): (() => number) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
};

const otherGateway = (config: Config) => ({
  ...config,
  gateway: Object.assign({}, config['gateway'], { tokenizationKey: 'another-key' }),
});

test('an operator sees which field of the configuration is wrong', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), storage: 'cookie' } });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
  await expect(page.getByText('/config.json: storage: must be one of local, session, memory')).toBeVisible();
});

test('without the code that names the field, the page still says that one is wrong', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allowMessage('net::ERR_FAILED');
  await page.route('**/config.json', (route) => route.fulfill({ json: {} }));
  await page.route('**/assets/config-problems-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
  await expect(page.getByText('/config.json: a field is wrong or missing')).toBeVisible();
});

test('the configuration of the last visit is used while another one is on its way, which is in force from the next on', async ({
  page,
  customer,
  session,
}) => {
  const yours = (name: string) => page.getByRole('region', { name: `Your ${name}`, exact: true });
  await session.openAs(customer);
  await expect(yours('Credits')).toBeVisible();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/config.json', async (route) => {
    await released;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), productName: 'Coins' } });
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(yours('Credits')).toBeVisible();
  const answer = page.waitForResponse('**/config.json');
  release();
  await (await answer).finished();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('coffer.config'))).toContain('Coins');
  await expect(yours('Credits')).toBeVisible();
  await page.reload();
  await expect(yours('Coins')).toBeVisible();
});

test('a page that runs with a configuration that is no longer in force is reloaded once', async ({
  page,
  screens: { signIn },
}) => {
  const hosted = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await expect(hosted).toHaveCount(0);
  await serveConfig(page, (config) => ({
    ...config,
    cognito: Object.assign({}, config['cognito'], { hostedUiDomain: 'auth.example.com' }),
  }));
  const loads = countLoads(page);
  await page.reload();
  await expect(hosted).toBeVisible();
  await expect.poll(loads).toBe(2);
  await page.reload();
  await expect(hosted).toBeVisible();
  await expect.poll(loads).toBe(3);
});

test('servers that do not agree on the configuration have no page reload for ever', async ({
  page,
  screens: { signIn },
}) => {
  let answers = 0;
  await serveConfig(page, (config) => {
    answers += 1;
    return answers % 2 === 0 ? otherGateway(config) : config;
  });
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  const loads = countLoads(page);
  watchNetwork(page);
  await page.reload();
  await expect.poll(() => answers).toBe(3);
  await networkQuiet(page);
  await signIn.email.fill('guest@example.com');
  await expect(signIn.email).toHaveValue('guest@example.com');
  expect(loads()).toBe(2);
});

test('a reload for another configuration waits until no purchase is under way', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout, ledger },
}) => {
  await session.openAs(customer);
  await expect(dashboard.buy('$10.00')).toBeVisible();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/config.json', async (route) => {
    await released;
    const response = await route.fetch();
    await route.fulfill({ response, json: otherGateway(await response.json()) });
  });
  await page.reload({ waitUntil: 'commit' });
  await dashboard.buy('$10.00').click();
  await checkout.fillBilling(customer);
  const loads = countLoads(page);
  release();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('coffer.config')))
    .toContain('another-key');
  await ledger.filter('Failed').click();
  await expect(page).toHaveURL('/dashboard?status=failed');
  await expect(checkout.field('City')).toHaveValue('Chicago');
  expect(loads()).toBe(0);
  await checkout.cancel.click();
  await ledger.filter('All').click();
  await expect.poll(loads).toBe(1);
  await expect(page).toHaveURL('/dashboard?status=all');
});

test('a configuration that turned wrong leaves in peace who was here before, and the console says so', async ({
  page,
  pageErrors,
  customer,
  screens: { signIn, dashboard },
}) => {
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await serveConfig(page, (config) => ({ ...config, storage: 'cookie' }));
  const said = pageErrors.allowMessage(
    '/config.json: storage: must be one of local, session, memory. The page runs with the configuration of an earlier visit.',
  );
  await page.reload();
  await said.occurred();
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});
