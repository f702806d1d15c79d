import { testCards } from '#tests/browser/screens/checkout.ts';
import {
  confirming,
  expect,
  lost,
  notArrived,
  paymentPath,
  paymentRequest,
  plus,
  productList,
  test,
} from './fixtures.ts';

const usedToken = {
  service: 'store',
  match: paymentRequest,
  fault: 'status',
  status: 400,
  body: '{"detail":"These card details have already been used. Please enter your card again."}',
  times: 1,
} as const;

const plusPackage = {
  id: 'plus-1200',
  name: 'Plus',
  price_cents: 900,
  credits: 1200,
  bonus_credits: 100,
  description: 'POPULAR',
};
const cheaper = {
  service: 'store',
  match: productList,
  fault: 'status',
  status: 200,
  body: JSON.stringify([plusPackage]),
} as const;

/** Given once the price was read again, before anything is charged. */
const heldToken = { service: 'gateway', match: 'POST /token/api/tokens', fault: 'hold' } as const;

test('a customer to whom the store refuses a payment', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  await step('7: there were too many attempts', async () => {
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 429);
    pageErrors.allowMessage('Try again in 7 seconds');
    await console.addFault({
      service: 'store',
      match: paymentRequest,
      fault: 'status',
      status: 429,
      body: '{"detail":"Too many attempts."}',
      headers: { 'retry-after': '7' },
      times: 1,
    });
    await buyer.submit('$10.00');
    await expect(buyer.checkout.failure).toContainText('You have not been charged. Try again in 7 seconds');
    expect(await payments.sales()).toEqual([]);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('the merchant has stopped the customer’s purchases', async () => {
    const text = 'Purchases are stopped for this account. Your card was not charged. Please contact us.';
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 403);
    pageErrors.allowMessage(`Payment: ${text}`);
    await console.addFault({
      service: 'store',
      match: paymentRequest,
      fault: 'status',
      status: 403,
      body: JSON.stringify({ code: 'customer-blocked', detail: text }),
      times: 1,
    });
    await buyer.submit('$10.00');
    await expect(buyer.checkout.failure).toContainText(text);
    await expect(buyer.checkout.failure.getByRole('link', { name: 'contact us' })).toBeVisible();
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toEqual([]);
  });

  await step('16: the token was used before the first send', async () => {
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 400);
    pageErrors.allowMessage('Please enter your card again');
    await console.addFault(usedToken);
    await buyer.submit('$10.00');
    await expect(buyer.checkout.failure).toContainText(
      'You have not been charged. Please enter your card again.',
    );
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    expect(await payments.sales()).toEqual([]);
    await buyer.checkout.fillCard(testCards.approved);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(2);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('16: the token was used when the request is replayed', async () => {
    pageErrors.allowMessage(lost);
    pageErrors.allowMessage(notArrived);
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 400);
    await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-before', times: 1 });
    await console.addFault(usedToken);
    await buyer.submit('$10.00');
    await expect.poll(() => payments.keys().length).toBeGreaterThanOrEqual(2);
    await expect(buyer.checkout.region).toContainText(confirming);
    await buyer.page.clock.fastForward('00:02');
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('20: the price changed between choosing and paying', async () => {
    const cheap = await console.addFault(cheaper);
    await buyer.page.reload();
    await buyer.fill('$9.00');
    await cheap.remove();
    await buyer.checkout.pay('$9.00').click();
    await expect(buyer.checkout.failure).toContainText('The price of this package has changed.');
    expect(payments.keys()).toEqual([]);
    await expect(buyer.checkout.pay('$10.00')).toBeEnabled();
    await expect(buyer.checkout.region.getByRole('definition').last()).toHaveText('$10.00');
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('20: the store refuses the price that was agreed to', async () => {
    pageErrors.allowResponse(`${addresses.store}${paymentPath}`, 409);
    pageErrors.allowMessage('Payment: The price of this package has changed.');
    const cheap = await console.addFault(cheaper);
    const token = await console.addFault(heldToken);
    await buyer.page.reload();
    await buyer.submit('$9.00');
    await token.held();
    await cheap.remove();
    await token.remove();
    await expect(buyer.checkout.failure).toContainText('The price of this package has changed.');
    expect(await payments.sales()).toEqual([]);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('21: the package was withdrawn', async () => {
    const withdrawn = 'This package is no longer available. You have not been charged.';
    pageErrors.allowMessage(`Payment: ${withdrawn}`);
    await buyer.fill('$10.00');
    const others = JSON.stringify([{ ...plusPackage, id: 'starter-500', name: 'Starter', price_cents: 500 }]);
    await console.addFault({ ...cheaper, body: others });
    await buyer.checkout.pay('$10.00').click();
    await expect(buyer.dashboard.packages.getByRole('alert')).toContainText(withdrawn);
    await expect(buyer.checkout.region).toBeHidden();
    await expect(buyer.dashboard.buy('$10.00')).toHaveCount(0);
    await expect(buyer.dashboard.buy('$5.00')).toBeEnabled();
    expect(traffic.tokensGiven()).toBe(0);
    expect(await payments.sales()).toEqual([]);
  });
});
