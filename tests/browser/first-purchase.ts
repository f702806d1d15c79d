import { expect, type Page, test } from '@playwright/test';
import type { Fixtures } from './fixtures.ts';
import { testCards } from './screens/checkout.ts';

const declined = 'Your card was declined. Please try another card or contact your bank.';

type FirstVisit = Pick<Fixtures, 'visitor' | 'screens' | 'console' | 'payments' | 'pageErrors'> & {
  readonly page: Page;
};

export const buyFirstPackage = async (visit: FirstVisit) => {
  const { page, visitor, screens, console, payments, pageErrors } = visit;
  const { signIn, signUp, verifyEmail, header, dashboard, checkout, ledger, activity, notices } = screens;
  pageErrors.allowResponse('store', '/api/checkout/process-payment-token', 402);
  pageErrors.allowMessage(`Payment: ${declined}`);

  await test.step('a visitor can sign up', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await signIn.createAccount.click();
    await expect(signUp.heading).toBeVisible();
    await signUp.submit.click();
    await expect(notices.error).toHaveText('Username cannot be empty');
    await signUp.register(visitor);
    await expect(
      page.getByText('Account created! Please check your email for a verification code.'),
    ).toBeVisible();
  });

  await test.step('the emailed code verifies the visitor’s email address', async () => {
    await expect(page).toHaveURL('/verify-email');
    await verifyEmail.verify(await console.mail(visitor.email));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Email verified! Please sign in to complete setup.')).toBeVisible();
    await expect(signIn.email).toHaveValue(visitor.email);
  });

  await test.step('the new customer can sign in and sees an empty ledger', async () => {
    await signIn.submit.click();
    await expect(notices.error).toHaveText('Fix these fields: Password');
    await signIn.password.fill(visitor.password);
    await signIn.submit.click();
    await expect(page.getByText('Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
    await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await expect(ledger.region).toContainText('No Completed Transactions');
    await ledger.filter('All').click();
    await expect(ledger.region).toContainText('Treasury Ledger Empty');
    await expect(ledger.download).toBeDisabled();
    await expect(ledger.download).toHaveAccessibleDescription('No transactions to download');
  });

  await test.step('choosing another package replaces the chosen package', async () => {
    await dashboard.buy('$25.00').click();
    await checkout.pay('$25.00').click({ force: true });
    await expect(checkout.failure).toContainText('ZIP code');
    await checkout.fillBilling(visitor);
    await dashboard.buy('$10.00').click();
    await expect(checkout.region).toContainText("You'll receive 1,300 credits");
    await expect(checkout.pay('$25.00')).toBeHidden();
    // Wait for the new package's card fields, because the first package's fields disappear.
    await expect(checkout.pay('$10.00')).toHaveAccessibleDescription(/^To pay, complete: Card number/);
  });

  await test.step('after a decline, another card can buy the package', async () => {
    await checkout.fillCard(testCards.declined);
    await checkout.pay('$10.00').click();
    await expect(checkout.failure).toContainText(`${declined}You have not been charged.`);
    await expect(notices.toasts.filter({ hasText: declined })).toBeVisible();
    await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await checkout.fillCard(testCards.approved);
    await checkout.pay('$10.00').click();
    await expect(page.getByText('Payment processed successfully!')).toBeVisible();
    await expect(dashboard.success).toContainText('Added 1,300 credits. Your balance is 1,300.');
    await dashboard.success.getByRole('button', { name: 'View details', exact: true }).click();
    await expect(dashboard.success).toBeHidden();
    await expect(ledger.fact('Total credits')).toHaveText('1,300');
    await page.keyboard.press('Escape');
    await expect(ledger.details).toBeHidden();
    await expect(checkout.region).toBeHidden();
  });

  await test.step('the balance and the ledger show the purchase, and the gateway has one sale', async () => {
    await expect(dashboard.balance.getByRole('status')).toHaveText('1,300 Credits');
    await ledger.filter('Failed').click();
    await expect(ledger.cell('Status')).toHaveText('Failed');
    await expect(ledger.cell('Credits')).toHaveText('0');
    await ledger.filter('Completed').click();
    await expect(ledger.cell('Status')).toHaveText('Completed');
    await expect(ledger.rows).toHaveCount(1);
    await expect(ledger.cell('Package')).toHaveText('Plus');
    await expect(ledger.cell('Amount')).toHaveText('$10.00');
    await expect(ledger.cell('Credits')).toHaveText('1,300');
    await expect(ledger.cell('Balance')).toHaveText('1,300');
    await expect(ledger.figure('Total Spent')).toHaveText('$10.00');
    await expect(ledger.figure('Total Transactions')).toHaveText('2');

    const [refused, sale, ...others] = await payments.sales();
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ outcome: 'declined', amountCents: 1000 });
    expect(sale).toMatchObject({ outcome: 'approved', amountCents: 1000 });
    await ledger.open(0);
    await expect(ledger.fact('Order ID')).toHaveText(sale?.orderId ?? '');
    await expect(ledger.fact('Gateway transaction ID')).toHaveText(sale?.transactionId ?? '');
  });

  await test.step('the activity page lists the purchase, even after another filter', async () => {
    await page.keyboard.press('Escape');
    await header.activity.click();
    await expect(activity.cell('Description')).toContainText('Plus');
    await activity.filter.selectOption({ value: 'spend' });
    await activity.showAll.click();
    await expect(activity.cell('Credits')).toHaveText('+1,300');
  });
};
