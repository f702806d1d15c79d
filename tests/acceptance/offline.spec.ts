import type { Locator } from '@playwright/test';
import { expect, test } from '#tests/browser/fixtures.ts';
import { networkQuiet, watchNetwork } from '#tests/browser/network-quiet.ts';

const backgroundOf = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element).backgroundColor);

/** Start with an empty cache, because a warm cache would serve files offline. */
test.use({ coldCache: true });

test('while offline, a banner and every action that needs the network say so', async ({
  context,
  page,
  customer,
  pageErrors,
  payments,
  screens: { signIn, signUp, forgotPassword, dashboard, checkout, ledger, notices },
}) => {
  pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
  pageErrors.allowMessage('Payment: ');
  const banner = page.getByText(
    "You're offline. Sign-in, purchases and changes work again once you're back online.",
  );

  await test.step('signing in and requesting a code offline fail with a message', async () => {
    watchNetwork(page);
    await signIn.open();
    await expect(banner).toBeHidden();
    await signIn.forgotPassword.click();
    await expect(forgotPassword.heading).toBeVisible();
    await forgotPassword.backToSignIn.click();
    // Wait for code that is still loading, because going offline would abort it.
    await networkQuiet(page);
    const failedImports: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.resourceType() === 'script') failedImports.push(request.url());
    });
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await signIn.signIn(customer);
    await expect(notices.error).toContainText('The account service is unavailable right now.');
    await expect(signIn.password).toHaveValue(customer.password);
    await signIn.forgotPassword.click();
    await forgotPassword.request(customer.email);
    await expect(notices.error).toContainText('Failed to send reset code');
    await forgotPassword.backToSignIn.click();
    // Some browsers retry a failed import only after a reload, which would lose what the customer typed.
    expect(failedImports).toEqual([]);
  });

  await test.step('a page whose code is missing loads once the network is back', async () => {
    pageErrors.allowMessage('A part of the app did not load');
    await signIn.createAccount.click();
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await context.setOffline(false);
    await expect(signUp.heading).toBeVisible();
    await signIn.open();
  });

  await expect(banner).toBeHidden();
  await signIn.signIn(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await expect(checkout.pay('$10.00')).toBeEnabled();
  const green = await backgroundOf(checkout.pay('$10.00'));

  const toast = notices.toast("We can't reach the store. You have not been charged. Please try again.");
  await test.step('paying and loading offline fail with a message', async () => {
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await expect(dashboard.buy('$10.00')).toHaveAccessibleDescription(/You're offline$/);
    for (const button of [dashboard.buy('$10.00'), checkout.pay('$10.00')])
      expect(await backgroundOf(button)).not.toBe(green);
    await expect(checkout.pay('$10.00')).toHaveAccessibleDescription("You can pay once you're back online.");
    await checkout.pay('$10.00').click();
    await expect(toast).toBeVisible();
    await expect(checkout.failure).toContainText('You have not been charged.');
    await ledger.filter('Failed').click();
    await expect(ledger.region.getByRole('alert')).toContainText('Treasury Access Error');
    await ledger.download.click();
    await expect(ledger.region.getByText('The download failed.')).toBeVisible();
  });

  await test.step('once back online, the same form can pay', async () => {
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    await expect(checkout.failure).toBeHidden();
    await expect(dashboard.buy('$10.00')).not.toHaveAccessibleDescription(/offline/);
    await expect(ledger.region.getByRole('alert'), 'what failed is read again').toHaveCount(0);
    await checkout.pay('$10.00').click();
    await expect(dashboard.success).toBeVisible();
    expect(await payments.sales()).toHaveLength(1);
  });

  await test.step('the success message stays until the receipt can load', async () => {
    const receipt = dashboard.success.getByRole('button', { name: 'View details', exact: true });
    await context.setOffline(true);
    await expect(receipt).toHaveAccessibleDescription("You can view the details once you're back online.");
    await receipt.click({ force: true });
    await expect(dashboard.success).toBeVisible();
    await context.setOffline(false);
    await receipt.click();
    await expect(ledger.details).toBeVisible();
  });
});
