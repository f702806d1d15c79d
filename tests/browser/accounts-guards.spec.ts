import { expect, test } from './fixtures.ts';

test('a customer has no business on the pages of guests, nor a guest on the dashboard', async ({
  page,
  customer,
  screens: { signIn, dashboard },
}) => {
  await page.goto('/dashboard?status=refunded&page=2');
  await expect(signIn.heading).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.reload();
  await signIn.signIn(customer);
  await expect(page).toHaveURL(/\/dashboard\?status=refunded/);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await page.goto('/login?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await expect(page).toHaveURL('/dashboard?status=failed');
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/dashboard');
});

test('the page that a guest wanted is remembered by a sign-in that asks for more, and over a reload of it', async ({
  page,
  customer,
  addresses,
  screens: { signIn },
}) => {
  await page.request.post(`${addresses.console}/pool/users/require-new-password`, {
    data: { email: customer.email },
  });
  await page.goto('/login?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await signIn.signIn(customer);
  await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await page.reload();
  await expect(page.getByText('Your sign-in was not finished. Please sign in again.')).toBeVisible();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%3Fstatus%3Dfailed');
});

test('an unknown path says so to everybody, and leads back', async ({
  page,
  pageErrors,
  addresses: { app },
  customer,
  screens: { signIn, dashboard },
}) => {
  pageErrors.allowResponse(`${app}/sign-in`, 404);
  pageErrors.allowResponse(`${app}/dashboard/nowhere`, 404);
  const notFound = page.getByRole('heading', { name: 'Page not found', exact: true });
  const back = page.getByRole('main').getByRole('link');
  await page.goto('/sign-in');
  await expect(notFound).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Coffer');
  await expect(back).toHaveText('Login');
  await back.click();
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await page.goto('/dashboard/nowhere');
  await expect(notFound).toBeVisible();
  await expect(back).toHaveText('Dashboard');
  await back.click();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});

test('a page that breaks says so without its error, and can be loaded again', async ({
  page,
  pageErrors,
  screens: { signUp },
}) => {
  pageErrors.allowMessage('broken by the test');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken') !== null) return;
    sessionStorage.setItem('broken', 'once');
    Object.defineProperty(HTMLFormElement.prototype, 'elements', {
      get() {
        throw new Error('broken by the test');
      },
    });
  });
  await signUp.open();
  await expect(
    page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('broken by the test')).toBeHidden();
  await page.getByRole('button', { name: 'Reload the page', exact: true }).click();
  await expect(signUp.heading).toBeVisible();
});
