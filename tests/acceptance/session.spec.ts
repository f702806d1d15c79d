import { expect, test } from '#tests/browser/fixtures.ts';

test('a reload keeps the session, and signing out ends it', async ({
  page,
  customer,
  pageErrors,
  screens: { signIn, dashboard },
}) => {
  pageErrors.allowResponse('pool', '/', 400);
  await signIn.openAs({ email: customer.email, password: `${customer.password}?` });
  await expect(page.getByText('Incorrect username or password.').first()).toBeVisible();
  await expect(signIn.email).toHaveValue(customer.email);
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');

  await page.reload();
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');

  await dashboard.signOut.click();
  await expect(page.getByText('Signed out successfully')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.goto('/dashboard');
  await expect(signIn.heading).toBeVisible();
});

test('the demo account has 57 transactions', async ({ page, session, screens: { dashboard, ledger } }) => {
  await session.openAs({ email: 'demo@example.com', password: 'Demo-pass1!' });
  await expect(dashboard.packages.getByRole('listitem')).toHaveCount(3);
  await expect(ledger.figure('Total Transactions')).toHaveText('57');
  await ledger.filter('All').click();
  await expect(ledger.rows).toHaveCount(10);
  await expect(ledger.region.getByText('Page 1 of 6', { exact: true })).toBeVisible();
  await ledger.region.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?status=all&page=2');
  await page.reload();
  await expect(ledger.region.getByText('Page 2 of 6', { exact: true })).toBeVisible();
});

test('a guest who opens the dashboard reaches it after signing in', async ({
  page,
  customer,
  screens: { signIn, dashboard },
}) => {
  await page.goto('/dashboard?status=failed');
  await expect(page).toHaveURL(/\/login/);
  await signIn.signIn(customer);
  await expect(page).toHaveURL('/dashboard?status=failed');
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();

  for (const path of ['/', '/login', '/signup', '/forgot-password', '/reset-password']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('an unknown path shows a 404 page with a link to sign-in or the dashboard', async ({
  page,
  pageErrors,
  customer,
  session,
  screens: { signIn, dashboard },
}) => {
  pageErrors.allowResponse('app', '/no/such/page', 404);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(signIn.heading).toBeVisible();

  await session.openAs(customer, '/no/such/page');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});
