import { stopClock } from '#tests/browser/page-clock.ts';
import { newPerson } from '#tests/browser/people.ts';
import { expect, holdSale, lost, paymentPath, paymentRequest, plus, test } from './fixtures.ts';

const checking = 'Checking your last purchase…';
const refused = {
  service: 'store',
  match: paymentRequest,
  fault: 'status',
  status: 401,
  body: '{"detail":"No."}',
} as const;

test('a payment survives leaving the page', async ({ buyer, console, page, pageErrors, payments, step }) => {
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });

  await step('10: a reload during a payment asks first and then shows the outcome', async () => {
    const sale = await holdSale(console);
    await buyer.submit('$10.00');
    await sale.held();
    await page.reload();
    expect(asked.splice(0)).toEqual(['beforeunload']);
    await expect(buyer.checkout.region).toContainText(checking);
    await expect(buyer.dashboard.buy('$10.00')).toBeDisabled();
    await console.clearFaults();
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('9: Back during a payment asks first, and returning shows the outcome', async () => {
    // Allow a 409: on return, the page asks for the outcome while the sale is still in progress.
    const inProgress = pageErrors.allowResponse('store', paymentPath, 409);
    const warning = page.getByRole('dialog', { name: 'Leave during your payment?', exact: true });
    const sale = await holdSale(console);
    await buyer.arriveFromTerms();
    await buyer.fill('$10.00');
    // Stop the clock, so that the page keeps waiting for the response.
    await stopClock(page);
    await buyer.checkout.pay('$10.00').click();
    await sale.held();
    await page.goBack();
    await warning.getByRole('button', { name: 'Stay', exact: true }).click();
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
    await expect(buyer.checkout.region).toContainText('Processing your payment…');
    await page.goBack();
    await warning.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL('/terms');
    await page.clock.resume();
    await page.goForward();
    await expect(buyer.checkout.region).toContainText(checking);
    await inProgress.occurred();
    await console.clearFaults();
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
    expect(asked).toEqual([]);
  });
});

test('a payment’s outcome survives the end of the session', async ({
  buyer,
  console,
  customer,
  page,
  pageErrors,
  payments,
  pool,
  step,
}) => {
  const { dashboard, signIn } = buyer;

  await step('11: if the store also refuses a new access token, nothing is charged', async () => {
    pageErrors.allowResponse('store', paymentPath, 401);
    pageErrors.allowMessage('Payment: The payment did not go through');
    await console.addFault({ ...refused, times: 2 });
    await buyer.submit('$10.00');
    await expect(signIn.heading).toBeVisible();
    await signIn.signIn(customer);
    await expect(dashboard.packages.getByRole('alert')).toContainText('your card was not charged');
    expect(payments.keys()).toHaveLength(2);
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toEqual([]);
  });

  await step('12: a payment whose session is revoked completes after a new sign-in', async () => {
    pageErrors.allowMessage(lost);
    pageErrors.allowResponse('store', paymentPath, 401);
    pageErrors.allowResponse('pool', '/', 400);
    await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
    await console.addFault({ ...refused, times: 1 });
    const sale = await holdSale(console);
    await buyer.submit('$10.00');
    await sale.held();
    await pool.revokeSessions(customer.email);
    await sale.remove();
    await expect(signIn.heading).toBeVisible();

    await test.step('another customer sees nothing of the payment', async () => {
      const other = newPerson();
      await console.createUser(other);
      await signIn.signIn(other);
      await expect(dashboard.buy('$10.00')).toBeEnabled();
      await expect(page.getByText(checking)).toHaveCount(0);
      await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
      await dashboard.signOut.click();
      await expect(signIn.heading).toBeVisible();
    });

    await signIn.signIn(customer);
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });
});
