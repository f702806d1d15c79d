import { expect, type Page } from '@playwright/test';
import type { Person } from '../people.ts';
import { writeFields, writeHostedField } from './write-fields.ts';

/** Published test card numbers, by the local gateway's response. */
export const testCards = { approved: '4111111111111111', declined: '4000000000000002' } as const;

/** A CVV whose digits appear nowhere else on a page. */
export const cvv = '737';

type Payer = Pick<Person, 'firstName' | 'lastName' | 'phone'>;

const billingOf = ({ firstName, lastName, phone }: Payer) => ({
  'First name': firstName,
  'Last name': lastName,
  'Street address': '888 Cable Street',
  City: 'Chicago',
  State: 'IL',
  'ZIP code': '60601',
  Phone: phone,
});

/** @param region contains the card fields and the billing address */
export const checkoutScreen = (
  page: Page,
  region = page.getByRole('region', { name: 'Checkout', exact: true }),
) => {
  const field = (label: string) => region.getByLabel(label, { exact: true });
  const cardField = (title: string) => region.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');

  const editOf = (heading: 'Card' | 'Billing address') =>
    region
      .getByRole('group', { name: heading, exact: true })
      .getByRole('button', { name: 'Edit', exact: true });
  /** Opens the card or the address if it's shown as one line. */
  const unfold = async (heading: 'Card' | 'Billing address') => {
    const edit = editOf(heading);
    if (await edit.isVisible()) await edit.click();
  };
  const fillBilling = async (payer: Payer) => {
    await expect(field('First name')).toBeEditable();
    await unfold('Billing address');
    await writeFields(region, billingOf(payer));
  };
  /** Fills the card fields and blurs the last one, because the gateway validates on blur. */
  const fillCard = async (number: string) => {
    await writeHostedField(page, 'ccnumber', number);
    await writeHostedField(page, 'ccexp', '12/34');
    await writeHostedField(page, 'cvv', cvv);
    await page.keyboard.press('Tab');
  };

  return {
    region,
    editOf,
    unfold,
    saveCard: region.getByRole('checkbox', { name: 'Save this card for next time', exact: true }),
    card: (name: string) => region.getByRole('radio', { name, exact: true }),
    cancel: region.getByRole('button', { name: 'Cancel', exact: true }),
    pay: (price: string) => region.getByRole('button', { name: `Pay ${price}`, exact: true }),
    failure: region.getByRole('alert'),
    field,
    frame: (title: string) => region.locator(`iframe[title="${title}"]`),
    cardBox: (name: 'number' | 'expiry' | 'code') => region.locator(`[data-card-field="${name}"]`),
    retry: region.getByRole('button', { name: 'Retry', exact: true }),
    cardField,
    fillBilling,
    fillCard,
    async fill(payer: Payer, card: string = testCards.approved) {
      await fillBilling(payer);
      await fillCard(card);
    },
  };
};
