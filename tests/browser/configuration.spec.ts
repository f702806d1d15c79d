import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Has the site serve another configuration from now on. */
const serveConfig = (page: Page, changes: Readonly<Record<string, unknown>>) =>
  page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

test('a configuration that is wrong is named at once, also to those who were here before', async ({
  page,
  pageErrors,
  step,
  screens: { signIn },
}) => {
  const heading = page.getByRole('heading', { name: 'This store is not configured correctly' });
  await signIn.open();
  await expect(signIn.heading).toBeVisible();

  await step('an operator sees which field of the configuration is wrong', async () => {
    await serveConfig(page, { storage: 'cookie' });
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(
      page.getByText('/config.json: storage: must be one of local, session, memory'),
    ).toBeVisible();
  });

  await step('without the code that names the field, the page still says that one is wrong', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    await page.route('**/assets/config-problems-*.js', (route) => route.abort());
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(page.getByText('/config.json: a field is wrong or missing')).toBeVisible();
  });
});
