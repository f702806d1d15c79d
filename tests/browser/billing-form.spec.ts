import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const shownWhileTyping = async (field: Locator, text: string): Promise<readonly string[]> => {
  const shown: string[] = [];
  for (const character of text) {
    await field.press(character);
    shown.push(await field.inputValue());
  }
  return shown;
};

test('the billing form validates and formats input, and pays on Enter', async ({
  page,
  customer,
  payments,
  session,
  step,
  screens: { dashboard, checkout },
}) => {
  const zip = checkout.field('ZIP code');
  const phone = checkout.field('Phone');
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();

  await step('billing fields support autofill, and the price shows before paying', async () => {
    for (const [label, autocomplete] of [
      ['First name', 'given-name'],
      ['Last name', 'family-name'],
      ['Street address', 'address-line1'],
      ['Address line 2', 'address-line2'],
      ['City', 'address-level2'],
      ['State', 'address-level1'],
      ['ZIP code', 'postal-code'],
      ['Phone', 'tel'],
    ] as const)
      await expect(checkout.field(label)).toHaveAttribute('autocomplete', autocomplete);
    await expect(checkout.pay('$10.00')).toBeVisible();
    await expect(checkout.region.getByRole('definition').last()).toHaveText('$10.00');
  });

  await step('the card comes first, and the country is text', async () => {
    await expect(checkout.cardField('Card number')).toBeEditable();
    await checkout.saveCard.press('Tab');
    await expect(checkout.field('First name')).toBeFocused();
    await expect(checkout.region).toContainText('Country: United States');
    await phone.press('Tab');
    await expect(checkout.cancel).toBeFocused();
    await checkout.cancel.click();
  });

  await step('Enter in any field lists what is missing, or pays if nothing is', async () => {
    await dashboard.buy('$10.00').click();
    await expect(checkout.cardField('CVV')).toBeEditable();
    for (const label of ['First name', 'Phone']) {
      await checkout.field(label).press('Enter');
      await expect(checkout.cardBox('number'), label).toBeFocused();
    }
    await expect(checkout.failure).toContainText('Please complete all required fields');
    await expect(checkout.failure.getByRole('listitem')).toHaveText([
      'Card number is required',
      'Expiry is required',
      'CVV is required',
      'Street address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Phone number is required',
    ]);

    await checkout.fillBilling(customer);
    await phone.press('Enter');
    await expect(checkout.cardBox('number')).toBeFocused();
    await expect(checkout.cardBox('number')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(checkout.cardField('Card number')).toBeFocused();
    await checkout.cardField('Card number').fill('4111');
    await checkout.cardField('Card number').press('Tab');
    await expect(checkout.failure.getByRole('listitem')).toHaveText([
      'Card number must be 13-19 digits. Check each digit',
      'CVV is required',
    ]);

    await checkout.fillCard('4111111111111111');
    await expect(checkout.failure).toBeHidden();
    expect(await payments.sales()).toEqual([]);
    await checkout.field('City').press('Enter');
    await expect(dashboard.success).toBeVisible();
    expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 1000 }]);
    await dashboard.continue.click();
  });

  await step('a form with errors doesn’t pay, lists each error and focuses the first', async () => {
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
  });

  await step('a click reaches its button even if blurring a field shows an error', async () => {
    await phone.fill('555');
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();
  });

  await step('changing the package clears the errors of missing card fields', async () => {
    await dashboard.buy('$10.00').click();
    await checkout.fillBilling(customer);
    await expect(checkout.cardField('CVV')).toBeEditable();
    await checkout.field('City').press('Enter');
    await expect(checkout.failure).toContainText('CVV is required');
    await dashboard.buy('$25.00').click();
    await expect(checkout.pay('$25.00')).toBeVisible();
    await expect(checkout.cardField('CVV')).toBeEditable();
    await expect(checkout.failure).toBeHidden();
  });

  await step('a ZIP code is formatted as five or nine digits without moving the caret', async () => {
    await zip.fill('');
    expect(await shownWhileTyping(zip, '606011234')).toEqual([
      ...['6', '60', '606', '6060', '60601'],
      ...['60601', '60601', '60601', '60601-1234'],
    ]);
    await zip.press('ArrowLeft');
    for (const _ of '123') await zip.press('ArrowLeft');
    await zip.press('Backspace');
    await zip.press('Backspace');
    await expect(zip).toHaveValue('60601');
    await zip.press('Home');
    await zip.press('Delete');
    await zip.press('7');
    await expect(zip).toHaveValue('70601');
  });

  await step('the Delete key skips a phone number’s punctuation', async () => {
    await phone.fill('5551234567');
    await phone.press('Home');
    await phone.press('Delete');
    await expect(phone).toHaveValue('(555) 123-4567');
    await phone.press('Delete');
    await expect(phone).toHaveValue('(55) 123-4567');
  });
});
