import type { Page } from '@playwright/test';
import { holdRequests } from '#tests/browser/hold-requests.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { newPerson } from '#tests/browser/people.ts';
import { expect, holdSale, lost, paymentRequest, test } from './fixtures.ts';

const plus = { outcome: 'approved', amountCents: 1000 };
const checking = 'Checking your last purchase…';
const refused = {
  service: 'store',
  match: paymentRequest,
  fault: 'status',
  status: 401,
  body: '{"detail":"No."}',
} as const;

/** Leaves whenever the browser asks whether to stay; gives what it asked. */
const leaving = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  return asked;
};

test('9: the customer goes back during the payment', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
}) => {
  // Whoever left asks for the outcome while the sale is still being made.
  const inProgress = pageErrors.allowResponse(`${addresses.store}/api/checkout/process-payment-token`, 409);
  const { page, checkout } = buyer;
  const warning = page.getByRole('dialog', { name: 'Leave during your payment?', exact: true });
  const sale = await holdSale(console);
  await buyer.arriveFromTerms();
  await buyer.fill('$10.00');
  // The page waits for an answer as long as its clock stands.
  await stopClock(page);
  await checkout.pay('$10.00').click();
  await sale.held();
  await page.goBack();
  await warning.getByRole('button', { name: 'Stay', exact: true }).click();
  await expect(warning).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  await expect(checkout.region).toContainText('Processing your payment…');
  await page.goBack();
  await warning.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/terms');
  await page.clock.resume();
  await page.goForward();
  await expect(checkout.region).toContainText(checking);
  await inProgress.occurred();
  await console.clearFaults();
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('9: the customer goes back out of the app', async ({ buyer, console, payments }) => {
  const asked = leaving(buyer.page);
  const sale = await holdSale(console);
  await buyer.submit('$10.00');
  await sale.held();
  await buyer.page.goBack();
  expect(asked).toEqual(['beforeunload']);
  await buyer.page.goForward();
  await expect(buyer.checkout.region).toContainText(checking);
  await console.clearFaults();
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('10: the page is reloaded during the payment', async ({ buyer, console, payments }) => {
  const asked = leaving(buyer.page);
  const sale = await holdSale(console);
  await buyer.submit('$10.00');
  await sale.held();
  await buyer.page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(buyer.checkout.region).toContainText(checking);
  await expect(buyer.dashboard.buy('$10.00')).toBeDisabled();
  await console.clearFaults();
  await buyer.receives('1,300');
  expect(payments.keys()).toHaveLength(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('10: the page is closed while the request is lost, and opened again', async ({
  buyer,
  console,
  pageErrors,
  openTab,
  payments,
}) => {
  pageErrors.allowMessage('Payment: The payment did not go through');
  const hanging = await console.addFault({ service: 'store', match: paymentRequest, fault: 'hang' });
  await buyer.submit('$10.00');
  await hanging.struck();
  await buyer.page.close();
  const again = await openTab();
  await expect(again.dashboard.packages.getByRole('alert')).toContainText('your card was not charged');
  await expect(again.dashboard.buy('$10.00')).toBeEnabled();
  expect(await payments.sales()).toEqual([]);
});

test('11: the store refuses the access token once', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
}) => {
  pageErrors.allowResponse(`${addresses.store}/api/checkout/process-payment-token`, 401);
  await console.addFault({ ...refused, times: 1 });
  await buyer.submit('$10.00');
  await buyer.receives('1,300');
  expect(payments.keys()).toHaveLength(2);
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([plus]);
});

test('11: the store refuses the new access token, too', async ({
  addresses,
  buyer,
  console,
  customer,
  pageErrors,
  payments,
}) => {
  pageErrors.allowResponse(`${addresses.store}/api/checkout/process-payment-token`, 401);
  pageErrors.allowMessage('Payment: The payment did not go through');
  await console.addFault({ ...refused, times: 2 });
  await buyer.submit('$10.00');
  await expect(buyer.signIn.heading).toBeVisible();
  await buyer.signIn.signIn(customer);
  await expect(buyer.dashboard.packages.getByRole('alert')).toContainText('your card was not charged');
  expect(payments.keys()).toHaveLength(2);
  expect(await payments.sales()).toEqual([]);
});

test('12: the session is revoked during the payment', async ({
  context,
  addresses,
  buyer,
  console,
  customer,
  pageErrors,
  payments,
  page,
}) => {
  pageErrors.allowMessage(lost);
  pageErrors.allowResponse(`${addresses.store}/api/checkout/process-payment-token`, 401);
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
  await console.addFault({ ...refused, times: 1 });
  const release = await holdRequests(context, `${addresses.store}/api/checkout/process-payment-token`);
  await buyer.submit('$10.00');
  await expect.poll(() => payments.keys().length).toBe(1);
  await console.revokeSessions(customer.email);
  release();
  await expect(buyer.signIn.heading).toBeVisible();

  await test.step('another customer sees nothing of it', async () => {
    const other = newPerson();
    await console.createUser(other);
    await buyer.signIn.signIn(other);
    await expect(buyer.dashboard.buy('$10.00')).toBeEnabled();
    await expect(page.getByText(checking)).toHaveCount(0);
    await expect(buyer.dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await buyer.dashboard.signOut.click();
    await expect(buyer.signIn.heading).toBeVisible();
  });

  await buyer.signIn.signIn(customer);
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([plus]);
});
