import { testCards } from '#tests/browser/screens/checkout.ts';
import { writeHostedField } from '#tests/browser/screens/write-fields.ts';
import { expect, plus, test } from './fixtures.ts';

test('repeated or early presses of the Pay button pay once', async ({
  buyer,
  customer,
  page,
  payments,
  step,
  traffic,
}) => {
  const { checkout, dashboard } = buyer;
  const pay = checkout.pay('$10.00');
  const isPaid = async () => {
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(traffic.tokensGiven()).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  };

  for (const way of ['clicks', 'Enters'] as const)
    await step(`8: ten ${way} in 100 ms pay once`, async () => {
      await buyer.fill('$10.00');
      await pay.evaluate((button: HTMLButtonElement, submits) => {
        for (let times = 0; times < 10; times += 1) {
          if (submits) button.form?.requestSubmit();
          else button.click();
        }
      }, way === 'Enters');
      await isPaid();
    });

  await step('a quick press of Pay pays once, even if the card is still being validated', async () => {
    await dashboard.buy('$10.00').click();
    await checkout.fillBilling(customer);
    await expect(checkout.cardField('CVV')).toBeEditable();
    await expect(pay).toHaveAccessibleDescription('To pay, complete: Card number, Expiry, CVV.');
    // Leave the focus in the last field, so that the gateway hasn't validated that field.
    await writeHostedField(page, 'ccnumber', testCards.approved);
    await writeHostedField(page, 'ccexp', '12/34');
    await writeHostedField(page, 'cvv', '737');
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await pay.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await pay.boundingBox()) ?? {};
    // Click at coordinates, because a fast payment may remove the button before the second press.
    for (const _ of '12') await page.mouse.click(x + width / 2, y + height / 2);
    await isPaid();
  });
});
