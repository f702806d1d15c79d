import { expect, plus, test } from './fixtures.ts';
import { cardFrames, misbehaving, tooLate } from './gateway-script.ts';

test('a customer presses too often', async ({ buyer, payments, step, traffic }) => {
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

test('the gateway’s script gives a customer no token, or two', async ({
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
