import { expect, test } from '#tests/browser/fixtures.ts';
import { layoutShift } from '#tests/browser/layout.ts';

const cart = 'http://localhost:5180/cart?id=1&step=pay';

test('a merchant’s new customer can return to the shop before and after a purchase', async ({
  page,
  addresses,
  pageErrors,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, header, dashboard, checkout, ledger },
}) => {
  const name = 'Back to localhost:5180';
  const link = page.getByRole('link', { name, exact: true });
  pageErrors.allowRequestsTo(cart);
  await page.route(cart, (route) => route.fulfill({ body: route.request().headers()['referer'] ?? '' }));

  // The way back survives sign-up, a reload and sign-in, outside the address bar.
  const arrival = `/dashboard?${new URLSearchParams({ return_to: cart })}`;
  await page.goto(arrival);
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
  await signIn.createAccount.click();
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  await page.reload();
  await verifyEmail.verify(await console.mail(visitor.email));
  await signIn.password.fill(visitor.password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(link).toHaveAttribute('href', cart);

  // It survives other pages, filters and another sign-in.
  await header.activity.click();
  await header.dashboard.click();
  await ledger.filter('All').click();
  await expect(page).toHaveURL('/dashboard?status=all');
  await dashboard.signOut.click();
  await signIn.signIn(visitor);
  await expect(link).toHaveCount(1);
  await page.goto(arrival);
  await expect(link).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await layoutShift(page)).toBeLessThan(0.005);

  await dashboard.buy('$10.00').click();
  await checkout.fill(visitor);
  await expect(link).toHaveCount(1);
  await checkout.pay('$10.00').click();
  await dashboard.success.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(cart);
  await expect(page.locator('body')).toHaveText(`${addresses.app}/`);
  await page.goBack();
  await expect(link).toHaveCount(1);
});
