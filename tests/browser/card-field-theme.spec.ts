import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { transitionsEnd } from './transitions.ts';

const looks = (input: Locator) =>
  input.evaluate((element) => {
    const { color, backgroundColor, fontSize } = getComputedStyle(element);
    return { color, backgroundColor, fontSize };
  });

test('the gateway’s fields match the app’s fields and stay readable after a theme change', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await session.openAs(customer);
  await page.emulateMedia({ colorScheme: 'dark' });
  await dashboard.buy('$10.00').click();
  const own = checkout.region.getByLabel('City', { exact: true });
  const hosted = checkout.cardField('Card number');
  await expect(hosted).toBeVisible();
  await transitionsEnd(page);
  const ownLook = await looks(own);
  await expect.poll(() => looks(hosted)).toEqual(ownLook);

  const box = checkout.region.locator('#coffer-ccnumber').locator('..');
  const heights = [own, box].map((locator) => locator.evaluate(({ clientHeight }) => clientHeight));
  const [ownHeight, hostedHeight] = await Promise.all(heights);
  expect(hostedHeight).toBe(ownHeight);

  const ring = () => hosted.evaluate((element) => getComputedStyle(element).boxShadow);
  expect(await ring()).toBe('none');
  await hosted.focus();
  await expect.poll(ring, 'the focus shows').toContain('inset');

  await hosted.fill('4111');
  await hosted.press('Tab');
  await expect(checkout.region.getByText('Card number must be 13-19 digits')).toBeVisible();
  await transitionsEnd(page);
  const errorColor = await checkout.region
    .getByText('Card number must be 13-19 digits')
    .evaluate((element) => getComputedStyle(element).color);
  await expect
    .poll(() => looks(hosted), 'a wrong value has the color of an error')
    .toMatchObject({ color: errorColor });

  const before = await looks(hosted);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => (await looks(own)).color).not.toBe(ownLook.color);
  await transitionsEnd(page);
  expect(await looks(hosted), 'text and surface stay together').toEqual(before);
  await expect(hosted).toHaveValue('4111');
});
