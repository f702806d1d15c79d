import { expect, test } from './fixtures.ts';
import { takeRenders, watchRenders } from './renders.ts';

test('a character typed into the billing form renders no field but its own', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await watchRenders(page);
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  await expect(checkout.cardField('CVV')).toBeVisible();
  // What still loads renders, too.
  await expect
    .poll(async () => (await takeRenders(page, 'City')).all, { message: 'renders at rest', intervals: [500] })
    .toBe(0);
  const city = checkout.region.getByLabel('City', { exact: true });
  await city.focus();
  await city.blur();
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

test('keys and edits in the billing form end there, and React is asked about none', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  const city = checkout.region.getByLabel('City', { exact: true });
  await city.focus();
  const heard = await page.evaluateHandle(() => {
    const types: string[] = [];
    for (const type of ['keydown', 'keypress', 'input', 'keyup'])
      document.addEventListener(type, () => types.push(type));
    return types;
  });
  await city.press('C');
  expect(await heard.jsonValue()).toEqual([]);
  await checkout.region.getByLabel('State', { exact: true }).selectOption('CA');
  expect(await heard.jsonValue(), 'what bubbles is heard at all').toEqual(['input']);
});
