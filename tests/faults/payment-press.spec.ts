import type { Page } from '@playwright/test';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { writeHostedField } from '#tests/browser/screens/write-fields.ts';
import { expect, plus, test } from './fixtures.ts';

const check = 'POST /token/api/save_multipart_token';

/** Leaves the caret in the last field, so the gateway has not validated it. */
const writeCard = async (page: Page): Promise<void> => {
  await writeHostedField(page, 'ccnumber', testCards.approved);
  await writeHostedField(page, 'ccexp', '12/34');
  await writeHostedField(page, 'cvv', '737');
};

test('a customer presses Pay before the gateway has validated the card', async ({
  buyer,
  console,
  page,
  payments,
  step,
  traffic,
}) => {
  const { checkout, dashboard } = buyer;
  const pay = checkout.pay('$10.00');
  const open = async () => {
    await dashboard.buy('$10.00').click();
    await checkout.fillBilling({ firstName: 'Ada', lastName: 'Lovelace', phone: '5551234567' });
    await expect(checkout.cardField('CVV')).toBeEditable();
  };
  const press = async (times = 1) => {
    await pay.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await pay.boundingBox()) ?? {};
    // A fast payment may remove the button before the second press, so this clicks at coordinates.
    for (let pressed = 0; pressed < times; pressed += 1)
      await page.mouse.click(x + width / 2, y + height / 2);
  };
  const isPaid = async () => {
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(traffic.tokensGiven()).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  };
  const line = checkout.region.getByText(/^To pay, complete|^Ready to pay/);

  await step('a quick press pays once, whatever is still being checked', async () => {
    await open();
    await expect(line).toHaveText('To pay, complete: Card number, Expiry, CVV.');
    await expect(pay).toHaveAccessibleDescription('To pay, complete: Card number, Expiry, CVV.');
    await writeCard(page);
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await press(2);
    await isPaid();
  });

  await step('a press without a security code says so, moves there, and pays once it is typed', async () => {
    await open();
    await writeHostedField(page, 'ccnumber', testCards.approved);
    await writeHostedField(page, 'ccexp', '12/34');
    await press();
    await expect(checkout.failure).toContainText('Please complete all required fields');
    await expect(checkout.failure.getByRole('listitem')).toHaveText(['CVV is required']);
    await expect(checkout.cardBox('code')).toBeFocused();
    expect(payments.keys()).toEqual([]);
    expect(traffic.tokensGiven()).toBe(0);
    await writeHostedField(page, 'cvv', '737');
    await press();
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('a press that no check answers in two seconds says so, and another press pays', async () => {
    const held = await console.addFault({ service: 'gateway', match: check, fault: 'hold' });
    await open();
    await writeCard(page);
    await press();
    await held.held();
    await page.clock.fastForward(2_000);
    await expect(checkout.failure).toContainText("Your card couldn't be checked in time.");
    await expect(checkout.cancel).toBeEnabled();
    expect(payments.keys()).toEqual([]);
    await held.remove();
    await expect(line).toHaveText('Ready to pay.');
    await press();
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });
});
