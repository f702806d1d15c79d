import { expect, test } from './fixtures.ts';

test('a customer at the billing form', async ({
  customer,
  payments,
  session,
  step,
  screens: { dashboard, checkout },
}) => {
  const zip = checkout.field('ZIP code');
  const phone = checkout.field('Phone');
  await session.openAs(customer);

  await step(
    'browsers can tell what each billing field is for, and the price appears twice before paying',
    async () => {
      await dashboard.buy('$10.00').click();
      for (const [label, autocomplete] of [
        ['First name', 'given-name'],
        ['Last name', 'family-name'],
        ['Street address', 'address-line1'],
        ['Address line 2', 'address-line2'],
        ['City', 'address-level2'],
        ['State', 'address-level1'],
        ['ZIP code', 'postal-code'],
        ['Country', 'country'],
        ['Phone', 'tel'],
      ] as const)
        await expect(checkout.field(label)).toHaveAttribute('autocomplete', autocomplete);
      await expect(checkout.field('First name')).toHaveValue(customer.firstName);
      await expect(checkout.pay('$10.00')).toBeVisible();
      await expect(checkout.region.getByRole('definition').last()).toHaveText('$10.00');
      await checkout.cancel.click();
    },
  );

  await step(
    'a form with errors does not pay: the focus goes to the first wrong field, and a summary names them all',
    async () => {
      await dashboard.buy('$10.00').click();
      await checkout.fill(customer);
      await expect(checkout.pay('$10.00')).toBeEnabled();
      await zip.fill('12');
      await phone.fill('555');
      await checkout.pay('$10.00').click();
      await expect(zip).toBeFocused();
      await expect(checkout.failure).toContainText('Please check your billing information');
      await expect(checkout.failure).toContainText('ZIP code must be in format 12345 or 12345-6789');
      await expect(checkout.failure).toContainText('Phone number must be 10 digits');

      await zip.fill('60601');
      await expect(checkout.failure).not.toContainText('ZIP code');
      await phone.fill('5551234567');
      await expect(checkout.failure).toBeHidden();
      expect(await payments.sales()).toEqual([]);
      await checkout.cancel.click();
    },
  );

  await step('a press reaches its button even if blurring the field shows an error', async () => {
    await dashboard.buy('$10.00').click();
    await phone.fill('555');
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();
  });
});
