import { visit } from '#tests/browser/history.ts';
import { holdRequests } from '#tests/browser/hold-requests.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

const customerChunk = /\/assets\/dashboard-(?!later-)[^/]*\.js$/;

test('a guest and then a customer come by way of the terms', async ({
  context,
  page,
  customer,
  session,
  step,
  screens: { dashboard, signUp },
}) => {
  await step('while a page for guests is prepared, it is loading', async () => {
    await page.goto('/terms');
    await expect(page.getByRole('link', { name: 'Back to the store', exact: true })).toBeVisible();
    const release = await holdRequests(context, /\/assets\/account-[^/]*\.js$/);
    await visit(page, '/signup');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    release();
    await expect(signUp.heading).toBeVisible();
  });

  await step('while a customer’s pages are prepared, authentication is being verified', async () => {
    await session.openAs(customer, '/terms');
    const release = await holdRequests(context, customerChunk);
    await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
    await expect(page.getByText('Verifying authentication...', { exact: true })).toBeVisible();
    release();
    await expectDashboard(page, customer);
  });

  await step('while the app is opened for a customer, the credits are loading', async () => {
    await expect(page).toHaveURL('/dashboard');
    const release = await holdRequests(context, customerChunk);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Loading Credits...', { exact: true })).toBeVisible();
    await expect(dashboard.welcome(customer.firstName)).toBeHidden();
    release();
    await expectDashboard(page, customer);
  });

  await step('while the painted dashboard is prepared, authentication is being verified', async () => {
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

test('a guest waits for the code of a painted page', async ({ context, page, screens: { signUp } }) => {
  const release = await holdRequests(context, /\/assets\/account-[^/]*\.js$/);
  await page.goto('/signup', { waitUntil: 'commit' });
  const loading = page.getByText('Loading...', { exact: true });
  await expect(loading).toBeVisible();
  await signUp.email.fill('somebody@example.com');
  release();
  await expect(loading).toBeHidden();
  await expect(signUp.email).toHaveValue('somebody@example.com');
});
