import { expect, expectDashboard, test } from './session-fixtures.ts';

test('hosted sign-in opens the requested page and ignores unrequested responses', async ({
  page,
  pool,
  addresses,
  customer,
  step,
  screens: { signIn, dashboard, notices },
}) => {
  await step('the app rejects an unrequested hosted response and removes it from the URL', async () => {
    await pool.set({ hostedUi: true });
    await page.goto('/login?code=forged&state=forged');
    await expect(notices.error).toHaveText(/Failed to sign in$/);
    await expect(page).toHaveURL('/login');
  });

  await step('a hosted sign-in opens the requested page, and signing out ends both sessions', async () => {
    await pool.set({ hostedUi: true });
    const single = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
    await page.goto('/dashboard?status=failed');
    await single.click();
    await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
    await signIn.email.fill(customer.email);
    await signIn.password.fill(customer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectDashboard(page, customer);
    await expect(page).toHaveURL('/dashboard?status=failed');

    await dashboard.signOut.click();
    await expect(page).toHaveURL('/login');
    await single.click();
    await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
    await expect(signIn.password).toBeVisible();

    const state = new URL(page.url()).searchParams.get('state');
    await page.goto(`/login?error=access_denied&state=${state}`);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^You canceled the sign-in/);
  });
});
