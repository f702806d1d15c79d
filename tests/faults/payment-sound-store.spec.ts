import { expect, paymentPath, paymentRequest, plus, productList, test } from './fixtures.ts';
import { cardFrames, misbehaving, tooLate } from './gateway-script.ts';

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

test('a customer whom the store refuses, and who presses too often', async ({
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

  for (const way of ['clicks', 'Enters'] as const)
    await step(`8: ten ${way} in 100 ms`, async () => {
      await buyer.fill('$10.00');
      await buyer.checkout.pay('$10.00').evaluate((button: HTMLButtonElement, submits) => {
        for (let times = 0; times < 10; times += 1) {
          if (submits) button.form?.requestSubmit();
          else button.click();
        }
      }, way === 'Enters');
      await buyer.receives('1,300');
      expect(payments.keys()).toHaveLength(1);
      expect(traffic.tokensGiven()).toBe(1);
      expect(await payments.sales()).toMatchObject([plus]);
    });
});

test('a customer to whom the gateway’s script gives no token, or two', async ({
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  await step('13: the token comes twice', async () => {
    await console.addFault(misbehaving('callback-twice'));
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('14: the token never comes', async () => {
    pageErrors.allowMessage(tooLate);
    await console.addFault(misbehaving('callback-never'));
    await page.reload();
    await buyer.submit('$10.00');
    await expect(buyer.checkout.region).toContainText('Processing your payment…');
    await expect.poll(() => traffic.tokensGiven()).toBe(1);
    await page.clock.fastForward('00:30');
    await expect(buyer.checkout.failure).toContainText(
      'You have not been charged. Please enter your card again.',
    );
    await expect(buyer.checkout.cardField('Card number')).toHaveValue('');
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await expect(buyer.checkout.cancel).toBeEnabled();
    await expect(cardFrames(page)).toHaveCount(3);
    expect(payments.keys()).toEqual([]);
  });
});
