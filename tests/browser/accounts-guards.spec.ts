import { requireNewPassword } from './factors.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';

test('a guest comes to pages that are not for guests, or not there, and signs in', async ({
  page,
  pageErrors,
  customer,
  console,
  addresses,
  step,
  screens: { signIn, signUp, dashboard },
}) => {
  await step('a page that breaks says so without its error, and can be loaded again', async () => {
    pageErrors.allowMessage('broken by the test');
    const breaking = await page.addInitScript(() => {
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
    await breaking.dispose();
    await page.getByRole('button', { name: 'Reload the page', exact: true }).click();
    await expect(signUp.heading).toBeVisible();
  });

  await step(
    'the page that a guest wanted is remembered by a sign-in that asks for more, and over a reload of it',
    async () => {
      const person = newPerson();
      await console.createUser(person);
      await requireNewPassword(addresses, person.email);
      await page.goto('/login?redirect=%2Fdashboard%3Fstatus%3Dfailed');
      await signIn.signIn(person);
      await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Choose a new password', exact: true })).toBeVisible();
      await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
    },
  );

  await step('a customer has no business on the pages of guests, nor a guest on the dashboard', async () => {
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

  await step('an unknown path says so to everybody, and leads back', async () => {
    pageErrors.allowResponse(`${addresses.app}/sign-in`, 404);
    pageErrors.allowResponse(`${addresses.app}/dashboard/nowhere`, 404);
    const notFound = page.getByRole('heading', { name: 'Page not found', exact: true });
    const back = page.getByRole('main').getByRole('link');
    await page.goto('/dashboard/nowhere');
    await expect(notFound).toBeVisible();
    await expect(back).toHaveText('Dashboard');
    await back.click();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    await page.goto('/sign-in');
    await expect(notFound).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Coffer');
    await expect(back).toHaveText('Login');
    await back.click();
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });
});
