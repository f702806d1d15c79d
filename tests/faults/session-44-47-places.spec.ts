import { expect, expectDashboard, test } from './session-fixtures.ts';

test('Back, Forward and return locations lead only to pages that the visitor may see', async ({
  page,
  customer,
  addresses,
  step,
  screens: { signIn, signUp, forgotPassword, dashboard },
}) => {
  await step('47: Back and Forward show the dashboard only while signed in, and never loop', async () => {
    let visits = 0;
    page.on('framenavigated', () => {
      visits += 1;
    });

    await test.step('before sign-in, Back and Forward show the guest pages', async () => {
      await signUp.open();
      await signUp.signIn.click();
      await expect(signIn.heading).toBeVisible();
      await signIn.forgotPassword.click();
      await expect(forgotPassword.heading).toBeVisible();
      await page.goBack();
      await expect(signIn.heading).toBeVisible();
      await page.goBack();
      await expect(signUp.heading).toBeVisible();
      await page.goForward();
      await expect(signIn.heading).toBeVisible();
    });

    await test.step('after sign-in, Back and Forward show the dashboard', async () => {
      await signIn.signIn(customer);
      await expectDashboard(page, customer);
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
      await expect(dashboard.welcome(customer.firstName)).toBeVisible();
      await page.goForward();
      await expect(page).toHaveURL('/dashboard');
      await page.goto('/dashboard?status=failed');
      await expectDashboard(page, customer);
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
      await page.goForward();
      await expect(page).toHaveURL('/dashboard?status=failed');
    });

    await test.step('after sign-out, Back and Forward show no customer data', async () => {
      await dashboard.signOut.click();
      await expect(signIn.heading).toBeVisible();
      await page.goBack();
      await expect(signIn.heading).toBeVisible();
      await expect(page.getByText(`Welcome, ${customer.firstName}`)).toHaveCount(0);
      await page.goForward();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
    expect(visits).toBeLessThan(40);
  });

  await step('44: a return location outside the app leads to the dashboard', async () => {
    const places: string[] = [];
    page.on('framenavigated', (frame) => places.push(new URL(frame.url()).origin));
    page.on('dialog', (dialog) => places.push(`a dialog: ${dialog.message()}`));

    await test.step('a sign-in ignores a return location outside the app', async () => {
      await page.goto(`/login?redirect=${encodeURIComponent('/\\elsewhere.example/')}`);
      await signIn.signIn(customer);
      await expect(page).toHaveURL('/dashboard');
      await expectDashboard(page, customer);
    });
    await page.goto(`/login?redirect=${encodeURIComponent('javascript:alert(1)')}`);
    await expect(page).toHaveURL('/dashboard');
    expect(new Set(places)).toEqual(new Set([addresses.app]));
  });
});
