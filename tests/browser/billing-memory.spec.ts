import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { checkoutScreen } from './screens/checkout.ts';

const billingFields = ['First name', 'Street address', 'Address line 2', 'City', 'State', 'Phone'] as const;

const billingOf = async (page: Page): Promise<Record<string, string>> => {
  const { field } = checkoutScreen(page);
  const entries = billingFields.map(async (label) => [label, await field(label).inputValue()] as const);
  return Object.fromEntries(await Promise.all(entries));
};

const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

test('changing the package keeps the billing address, but not the card', async ({
  page,
  console,
  customer,
  session,
  step,
  screens: { dashboard, checkout, signIn },
}) => {
  await session.openAs(customer);

  await step('changing the package loads each gateway frame once', async () => {
    await dashboard.buy('$10.00').click();
    await expect(checkout.cardField('CVV')).toBeVisible();
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();

    const frames: (string | null)[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (request.isNavigationRequest()) frames.push(searchParams.get('elementId'));
    });
    await dashboard.buy('$25.00').click();
    for (const field of ['Card number', 'Expiry', 'CVV'])
      await expect(checkout.cardField(field)).toBeVisible();
    expect(frames.sort()).toEqual(['ccexp', 'ccnumber', 'cvv']);
    await checkout.cancel.click();
  });

  await step('the billing address outlives a purchase, the card doesn’t, and neither is stored', async () => {
    await dashboard.buy('$10.00').click();
    await checkout.fill({ ...customer, firstName: 'Augusta' });
    await checkout.field('Address line 2').fill('Flat 3');
    const typed = await billingOf(page);
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();

    await dashboard.buy('$25.00').click();
    expect(await billingOf(page)).toEqual(typed);
    expect(typed).toMatchObject({ 'First name': 'Augusta', State: 'IL', 'Address line 2': 'Flat 3' });
    await expect(checkout.failure).toBeHidden();
    await expect(checkout.cardField('Card number')).toBeEditable();
    await expect(checkout.cardField('Card number')).toHaveValue('');
    await expect(checkout.pay('$25.00')).toBeDisabled();

    await checkout.field('Street address').fill('12 Harbour Road');
    await checkout.fillCard('4111111111111111');
    await checkout.pay('$25.00').click();
    await dashboard.continue.click();
    await dashboard.buy('$10.00').click();
    expect(await billingOf(page)).toEqual({ ...typed, 'Street address': '12 Harbour Road' });
    await expect(checkout.cardField('Card number')).toBeEditable();
    await expect(checkout.cardField('Card number')).toHaveValue('');
    expect(await storedTexts(page)).not.toMatch(/Cable Street|Harbour Road|4111 ?1111/);
    await checkout.cancel.click();
  });

  await step('signing out or reloading discards an edited billing address', async () => {
    const other = newPerson();
    await console.createUser(other);
    const expectAddress = async (firstName: string, street: string) => {
      await dashboard.buy('$10.00').click();
      await expect(checkout.field('First name')).toHaveValue(firstName);
      await expect(checkout.field('Street address')).toHaveValue(street);
    };
    await dashboard.buy('$10.00').click();
    await checkout.fillBilling({ ...customer, firstName: 'Grace' });
    await dashboard.signOut.click();
    await signIn.signIn(other);
    await expectAddress(other.firstName, '');
    await checkout.fillBilling(other);
    await dashboard.signOut.click();
    await signIn.signIn(customer);
    await expectAddress('Augusta', '12 Harbour Road');
    await checkout.fillBilling(customer);
    await page.reload();
    await expectAddress('Augusta', '12 Harbour Road');
  });
});
