import { appMounted, visit } from '#tests/browser/history.ts';
import { holdRequests } from '#tests/browser/hold-requests.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

const customerChunk = /\/assets\/dashboard-(?!later-)[^/]*\.js$/;

test('a guest and then a customer start from the terms', async ({
  context,
  page,
  customer,
  session,
  step,
  screens: { dashboard, signUp },
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

  await step('the painted dashboard shows "verifying authentication" while it loads', async () => {
    const verifying = page.getByText('Verifying authentication...', { exact: true });
    const release = await holdRequests(context, customerChunk);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(verifying).toBeVisible();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    release();
    await expectDashboard(page, customer);
    await expect(verifying).toBeHidden();
  });
});

test('a guest waits for a painted page to hydrate', async ({
  context,
  page,
  step,
  screens: { signIn, signUp },
}) => {
  const loading = page
    .getByRole('status')
    .filter({ hasText: 'Loading...' })
    .getByText('Loading...', { exact: true });

  await step('for the configuration', async () => {
    const release = await holdRequests(context, '**/config.json');
    await page.goto('/login', { waitUntil: 'commit' });
    await signIn.show.click();
    await expect(loading).toBeVisible();
    release();
    await expect(signIn.hide).toBeVisible();
    await expect(loading).toHaveCount(0);
  });

  await step('for its own code', async () => {
    const release = await holdRequests(context, /\/assets\/sign-up-[^/]*\.js$/);
    await page.goto('/signup', { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    await signUp.email.fill('visitor@example.com');
    release();
    await expect(loading).toHaveCount(0);
    await expect(signUp.email).toHaveValue('visitor@example.com');
  });

  await step('in one place, whatever its text', async () => {
    const release = await holdRequests(context, /\/assets\/first-[^/]*\.js$/);
    const releaseOwn = await holdRequests(context, /\/assets\/documents-[^/]*\.js$/);
    await page.goto('/terms', { waitUntil: 'commit' });
    await expect(loading).toBeVisible();
    const before = await loading.boundingBox();
    release();
    const named = page.getByRole('status').getByText('Loading Credits...', { exact: true });
    await expect(named).toBeVisible();
    expect((await named.boundingBox())?.x).toBe(before?.x);
    releaseOwn();
    await expect(named).toHaveCount(0);
  });
});
