import { expect, test } from './fixtures.ts';

const long = 'x'.repeat(10_000);
const rightToLeft = '\u202eعدا لوفليس';
const markup = '<img src=x onerror="document.title=1">';
const emoji = '👩‍💻👩‍💻';
const strange = [long, rightToLeft, markup, emoji, '\u0000\uffff', '   '];

const cardFields = [
  {
    title: 'Card number',
    numbers: ['4111', '-1'],
    message: /^(Field is empty|Card number must be 13-19 digits and a recognizable card format)$/,
  },
  {
    title: 'Expiry',
    numbers: ['13/99', '00/00', '12/19', '-1'],
    message: /^(Field is empty|Expiration date must be a present or future month and year)$/,
  },
  { title: 'CVV', numbers: ['12', '-1'], message: /^(Field is empty|CVV must be 3 or 4 digits)$/ },
] as const;

test('whatever is typed into the billing address is kept, cut to its length, and paid with', async ({
  page,
  customer,
  payments,
  session,
  screens: { dashboard, checkout, ledger },
}) => {
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  await expect(checkout.cardField('CVV')).toBeVisible();
  const field = (label: string) => checkout.region.getByLabel(label, { exact: true });

  await test.step('in text of any kind', async () => {
    for (const text of strange)
      for (const label of ['First name', 'Last name', 'Street address', 'Address line 2', 'City']) {
        await field(label).fill(text);
        expect(text.startsWith(await field(label).inputValue()), `${label} keeps what was typed`).toBe(true);
      }
  });

  await test.step('in text that is no ZIP code and no phone number', async () => {
    for (const text of strange) {
      await field('ZIP code').fill(text);
      await field('Phone').fill(text);
      await field('Phone').blur();
      await expect(checkout.region.getByText(/Phone number (is required|must be 10 digits)/)).toBeVisible();
      await expect(checkout.region.getByText(/ZIP code (is required|must be in format)/)).toBeVisible();
    }
  });

  await checkout.fillBilling({ ...customer, firstName: markup, lastName: rightToLeft });
  await field('City').fill(`${emoji}${markup}`);
  await checkout.fillCard('4111111111111111');
  await checkout.pay('$10.00').click();
  await dashboard.continue.click();
  await expect(ledger.rows).toHaveCount(1);
  expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 1000 }]);
  await expect(page).toHaveTitle('Dashboard · Coffer');
});

test('whatever is typed into the card fields is refused in words, and pays nothing', async ({
  customer,
  payments,
  session,
  screens: { dashboard, checkout },
}) => {
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fillBilling(customer);
  for (const { title, numbers, message } of cardFields)
    for (const text of [...strange, ...numbers]) {
      await checkout.cardField(title).fill(text);
      await checkout.cardField(title).blur();
      await expect(
        checkout.region.getByText(message).first(),
        `${title}: ${text.slice(0, 20)}`,
      ).toBeVisible();
      await expect(checkout.pay('$10.00')).toBeDisabled();
    }
  await checkout.fillCard('4111111111111111');
  await expect(checkout.pay('$10.00')).toBeEnabled();
  expect(payments.keys()).toEqual([]);
});
