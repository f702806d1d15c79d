import { expect, test } from './fixtures.ts';
import { takeRenders, watchRenders } from './renders.ts';

const long = 'x'.repeat(10_000);
const rightToLeft = '\u202eعدا لوفليس';
const markup = '<img src=x onerror="document.title=1">';
const emoji = '👩‍💻👩‍💻';
const strange = [long, `${rightToLeft}${emoji}\u0000\uffff`, '   '];

test('the checkout accepts unusual text, and typing renders only the edited field', async ({
  page,
  customer,
  payments,
  session,
  step,
  screens: { dashboard, checkout, ledger },
}) => {
  const field = (label: string) => checkout.region.getByLabel(label, { exact: true });
  const city = field('City');
  await watchRenders(page);
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();

  await step('typing in the billing form renders only the edited field', async () => {
    await expect(checkout.cardField('CVV')).toBeVisible();
    await expect
      .poll(async () => (await takeRenders(page, 'City')).all, {
        message: 'renders at rest',
        intervals: [500],
      })
      .toBe(0);
    await city.fill('x');
    await city.fill('');
    await expect(checkout.region.getByText('City is required')).toBeVisible();
    expect((await takeRenders(page, 'City')).all, 'renders are seen at all').toBeGreaterThan(0);

    await city.focus();
    await city.press('C');
    await expect(checkout.region.getByText('City is required')).toBeHidden();
    const first = await takeRenders(page, 'City');
    expect(first.all, 'the field that became right').toBeGreaterThan(0);
    expect(first.elsewhere).toBe(0);

    await city.press('h');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await takeRenders(page, 'City'), 'a field that stays right').toEqual({ all: 0, elsewhere: 0 });
  });

  await step('the billing form truncates long text and can pay with unusual characters', async () => {
    for (const text of strange) {
      for (const label of ['First name', 'Street address']) {
        await field(label).fill(text);
        expect(text.startsWith(await field(label).inputValue()), `${label} keeps what was typed`).toBe(true);
      }
      await field('ZIP code').fill(text);
      await field('Phone').fill(text);
      await field('Phone').blur();
      await expect(checkout.region.getByText(/Phone number (is required|must be 10 digits)/)).toBeVisible();
      await expect(checkout.region.getByText(/ZIP code (is required|must be in format)/)).toBeVisible();
    }

    await checkout.fillBilling({ ...customer, firstName: markup, lastName: rightToLeft });
    await city.fill(`${emoji}${markup}`);
    await checkout.fillCard('4111111111111111');
    await checkout.pay('$10.00').click();
    await dashboard.continue.click();
    await expect(ledger.rows).toHaveCount(1);
    expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 1000 }]);
    await expect(page).toHaveTitle('Dashboard · Coffer');
  });
});
