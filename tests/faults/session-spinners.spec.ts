import { appMounted, visit } from '#tests/browser/history.ts';
import { holdRequests } from '#tests/browser/requests.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

const customerChunk = /\/assets\/dashboard-(?!later-)[^/]*\.js$/;

test('each page shows its spinner while it loads', async ({
  context,
  page,
  customer,
  session,
  step,
  screens: { dashboard, header, signIn, signUp },
}) => {
  await step('guest pages show "loading" while they load', async () => {
    await page.goto('/terms');
    await expect(page.getByRole('link', { name: 'Back to the store', exact: true })).toBeVisible();
    const release = await holdRequests(context, /\/assets\/sign-up-[^/]*\.js$/);
    await visit(page, '/signup');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    release();
    await expect(signUp.heading).toBeVisible();
  });

  await step('customer pages show "verifying authentication" while they load', async () => {
    await session.openAs(customer, '/terms');
    const release = await holdRequests(context, customerChunk);
    await appMounted(page);
    await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
    await expect(page.getByText('Verifying authentication...', { exact: true })).toBeVisible();
    release();
    await expectDashboard(page, customer);
  });

  await step('opening the app as a customer shows "loading credits"', async () => {
    await expect(page).toHaveURL('/dashboard');
    const release = await holdRequests(context, customerChunk);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Loading Credits...', { exact: true })).toBeVisible();
    await expect(dashboard.welcome(customer.firstName)).toBeHidden();
    release();
    await expectDashboard(page, customer);
  });

  for (const [path, text] of [
    ['/login', 'Loading...'],
    ['/billing', 'Verifying authentication...'],
    ['/activity', 'Verifying authentication...'],
  ] as const)
    await step(`${path}, opened by a customer, shows "${text}"`, async () => {
      const release = await holdRequests(context, customerChunk);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
      release();
      await expect(header.nav).toBeVisible();
    });

  await step('the prerendered dashboard shows "verifying authentication" while it loads', async () => {
    const verifying = page.getByText('Verifying authentication...', { exact: true });
    const release = await holdRequests(context, customerChunk);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(verifying).toBeVisible();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    release();
    await expectDashboard(page, customer);
    await expect(verifying).toBeHidden();
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
  });

  await step('a prerendered guest page shows "loading" while it loads', async () => {
    const loading = page.getByRole('status').getByText('Loading...', { exact: true });
    const release = await holdRequests(context, /\/assets\/sign-up-[^/]*\.js$/);
    await page.goto('/signup', { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await signUp.email.fill('visitor@example.com');
    release();
    await expect(loading).toHaveCount(0);
    await expect(signUp.email).toHaveValue('visitor@example.com');
  });
});
