import { expect, paymentRequest, test } from './fixtures.ts';

const confirming = "Confirming your payment…, please don't pay again";
const lost = 'net::ERR_CONNECTION_RESET';

test('1: the connection is reset after the charge', async ({ buyer, console, guard, payments }) => {
  guard.allowMessage(lost);
  await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
  await buyer.submit('$10.00');
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 1000 }]);
});

test('2: the connection is reset before the request arrived', async ({ buyer, console, guard, payments }) => {
  guard.allowMessage(lost);
  await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-before', times: 3 });
  await buyer.submit('$10.00');
  await expect(buyer.checkout.region).toContainText(confirming);
  await expect(buyer.dashboard.buy('$10.00')).toBeDisabled();
  await buyer.receives('1,300');
  expect(new Set(payments.keys()).size).toBe(1);
  expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 1000 }]);
});
