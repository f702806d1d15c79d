import { expect, test } from './fixtures.ts';
import { hiddenFocus } from './focus.ts';
import { visit } from './history.ts';

test('on each page the first stop of the keyboard leads to the content', async ({
  addresses,
  page,
  pageErrors,
  customer,
  session,
  screens: { dashboard },
}) => {
  const skip = page.getByRole('link', { name: 'Skip to content', exact: true });
  // While a page's code is on its way another one stands in for it, whose heading is the brand.
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^Coffer$/ });
  const content = page.getByRole('main');
  const expectFirst = async () => {
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    expect(await hiddenFocus(page)).toBeNull();
    const address = page.url();
    await page.keyboard.press('Enter');
    await expect(content).toBeFocused();
    expect(page.url()).toBe(address);
    await page.keyboard.press('Tab');
    await expect(content.locator(':focus')).toHaveCount(1);
    await expect(content).not.toHaveAttribute('tabindex');
    await expect(skip).not.toBeInViewport();
  };
  pageErrors.allowResponse(`${addresses.app}/nowhere`, 404);
  for (const path of ['/login', '/signup', '/forgot-password', '/terms', '/privacy', '/nowhere'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await expectFirst();
    });
  for (const path of ['/verify-email', '/reset-password'])
    await test.step(path, async () => {
      await page.goto('/login');
      await expect(heading).toBeVisible();
      await visit(page, path, { email: customer.email });
      await expect(page).toHaveURL(path);
      await page.reload();
      await expect(heading).toBeVisible();
      await expectFirst();
    });
  await test.step('/dashboard', async () => {
    await session.openAs(customer);
    await expect(dashboard.buy('$10.00')).toBeVisible();
    await expectFirst();
  });
});
