import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { openEmptyPage } from './stored-session.ts';

type Config = Readonly<Record<string, unknown>>;

/** Has the site serve another configuration from now on, which may differ from request to request. */
const serveConfig = (
  page: Page,
  change: (config: Config) => Config,
  isDue: Promise<void> = Promise.resolve(),
) =>
  page.route('**/config.json', async (route) => {
    await isDue;
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** Has it serve another one once it is released, which the returned function does. */
const serveLateConfig = async (page: Page, change: (config: Config) => Config): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await serveConfig(page, change, released);
  return release;
};

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

test('a guest comes, and comes again, to a site whose configuration changes', async ({
  page,
  pageErrors,
  step,
  screens: { signIn },
}) => {
  await step('an operator sees which field of the configuration is wrong', async () => {
    await serveConfig(page, (config) => ({ ...config, storage: 'cookie' }));
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
    await expect(
      page.getByText('/config.json: storage: must be one of local, session, memory'),
    ).toBeVisible();
  });

  await step('without the code that names the field, the page still says that one is wrong', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    await serveConfig(page, () => ({}));
    const lost = await page.route('**/assets/config-problems-*.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'This store is not configured correctly' })).toBeVisible();
    await expect(page.getByText('/config.json: a field is wrong or missing')).toBeVisible();
    await lost.dispose();
  });

  await step(
    'a page that runs with a configuration that is no longer in force is reloaded once',
    async () => {
      const hosted = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
      await serveConfig(page, (config) => config);
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
    },
  );

  await step('servers that do not agree on the configuration have no page reload for ever', async () => {
    await openEmptyPage(page);
    await page.evaluate(() => localStorage.clear());
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
});

test('a customer comes, and comes again, to a site whose configuration changes', async ({
  page,
  pageErrors,
  customer,
  step,
  screens: { signIn, dashboard, checkout, ledger },
}) => {
  await step(
    'a configuration that turned wrong leaves in peace who was here before, and the console says so',
    async () => {
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
    },
  );

  await step('a reload for another configuration waits until no purchase is under way', async () => {
    await expect(dashboard.buy('$10.00')).toBeVisible();
    const release = await serveLateConfig(page, otherGateway);
    await page.reload({ waitUntil: 'commit' });
    await dashboard.buy('$10.00').click();
    const loads = countLoads(page);
    release();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('coffer.config')))
      .toContain('another-key');
    await checkout.fillBilling(customer);
    await ledger.filter('Failed').click();
    await expect(page).toHaveURL('/dashboard?status=failed');
    await expect(checkout.field('City')).toHaveValue('Chicago');
    expect(loads()).toBe(0);
    const reloaded = page.waitForEvent('load');
    await checkout.cancel.click();
    await ledger.filter('All').click();
    await expect.poll(loads).toBe(1);
    await reloaded;
    await expect(page).toHaveURL('/dashboard?status=all');
  });

  await step(
    'the configuration of the last visit is used while another one is on its way, which is in force from the next on',
    async () => {
      const yours = (name: string) => page.getByRole('region', { name: `Your ${name}`, exact: true });
      await expect(yours('Credits')).toBeVisible();
      // With the gateway that is in force already: another one would have the page reloaded.
      const release = await serveLateConfig(page, (config) => ({
        ...otherGateway(config),
        productName: 'Coins',
      }));
      await page.reload({ waitUntil: 'commit' });
      await expect(yours('Credits')).toBeVisible();
      const answer = page.waitForResponse('**/config.json');
      release();
      await (await answer).finished();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('coffer.config'))).toContain('Coins');
      await expect(yours('Credits')).toBeVisible();
      await page.reload();
      await expect(yours('Coins')).toBeVisible();
    },
  );
});
