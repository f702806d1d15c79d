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

test('a customer types at the checkout', async ({
  page,
  payments,
  customer,
  session,
  step,
  screens: { dashboard, checkout },
}) => {
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();

  await step('the country looks fixed, and is not a tab stop', async () => {
    const country = checkout.field('Country');
    await expect(country).toHaveValue('US');
    await expect(country).toHaveAttribute('readonly');
    await expect(checkout.cardField('Card number')).toBeEditable();
    const ground = (field: Locator) => field.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground(country)).not.toBe(await ground(checkout.field('City')));
    await checkout.field('Phone').press('Tab');
    await expect(checkout.cardField('Card number')).toBeFocused();
    await checkout.cancel.click();
  });

  await step('Enter in any field submits: the form says what is missing, and then pays', async () => {
    await dashboard.buy('$10.00').click();
    await expect(checkout.cardField('CVV')).toBeEditable();
    const fields = ['First name', 'Last name', 'Address line 2', 'City', 'ZIP code', 'Phone'] as const;
    for (const label of fields) {
      await checkout.field(label).press('Enter');
      await expect(checkout.field('Street address'), label).toBeFocused();
    }
    await expect(checkout.failure).toContainText('Please complete all required fields');
    await expect(checkout.failure.getByRole('listitem')).toHaveText([
      'Street address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Phone number is required',
      'Card number is required',
      'Expiry is required',
      'CVV is required',
    ]);

    await checkout.fillBilling(customer);
    await checkout.field('Phone').press('Enter');
    await expect(checkout.cardBox('number')).toBeFocused();
    await expect(checkout.cardBox('number')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(checkout.cardField('Card number')).toBeFocused();
    await checkout.cardField('Card number').fill('4111');
    await checkout.cardField('Card number').press('Tab');
    await expect(checkout.failure).toContainText('Please complete all required fields');
    await expect(checkout.failure.getByRole('listitem')).toHaveText([
      'Card number: Card number must be 13-19 digits and a recognizable card format',
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

  await step('a card field that was asked for is not asked for again after a change of package', async () => {
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

  await step('a ZIP code shows five digits or nine, and nothing in between', async () => {
    const zip = checkout.field('ZIP code');
    await zip.fill('');
    const five = ['6', '60', '606', '6060', '60601'];

    await test.step('typed', async () => {
      const shown = [...five, '60601', '60601', '60601', '60601-1234'];
      expect(await shownWhileTyping(zip, '606011234')).toEqual(shown);
      await zip.press('5');
      await expect(zip).toHaveValue('60601-1234');
    });

    await test.step('edited in the middle, with the caret kept in place', async () => {
      await zip.press('ArrowLeft');
      for (const _ of '123') await zip.press('ArrowLeft');
      await zip.press('Backspace');
      await zip.press('Backspace');
      await expect(zip).toHaveValue('60601');
      await zip.fill('606011234');
      await zip.press('Home');
      for (const _ of '60601') await zip.press('ArrowRight');
      await zip.press('Delete');
      await expect(zip).toHaveValue('60601-1234');
      await zip.press('Delete');
      await expect(zip).toHaveValue('60601');
      await zip.press('Home');
      await zip.press('Delete');
      await zip.press('7');
      await expect(zip).toHaveValue('70601');
      await zip.press('1');
      await expect(zip).toHaveValue('71060');
    });
  });

  await step('the Delete key skips the punctuation of a phone number', async () => {
    const phone = checkout.field('Phone');
    await phone.fill('5551234567');
    await phone.press('Home');
    await phone.press('Delete');
    await expect(phone).toHaveValue('(555) 123-4567');
    await phone.press('Delete');
    await expect(phone).toHaveValue('(55) 123-4567');
  });
});
