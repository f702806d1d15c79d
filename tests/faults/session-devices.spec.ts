import { sessionOf } from '#tests/browser/stored-session.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

test('a customer looks at the remembered devices', async ({
  page,
  addresses,
  customer,
  pageErrors,
  pool,
  session,
  step,
  screens: {
    signIn,
    header,
    security: { main, devices, turnOn },
  },
}) => {
  await session.openAs(customer);

  await step(
    'devices are listed and forgotten, and Security shows no list if the pool tracks none',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 400);
      await expectDashboard(page, customer);
      const listed = page.waitForResponse(
        (response) => response.request().headers()['x-amz-target']?.endsWith('.ListDevices') ?? false,
      );
      await header.security.click();
      await listed;
      await expect(turnOn).toBeVisible();
      await expect(devices).toBeHidden();
      await expect(main.getByRole('alert')).toHaveCount(0);
      await pool.set({ deviceTracking: true });
      await page.reload();
      await expect(devices).toContainText('No devices are remembered for your account.');

      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await expect(signIn.heading).toBeVisible();
      await signIn.signIn(customer);
      await expectDashboard(page, customer);
      await header.security.click();
      const items = main.getByRole('listitem');
      await expect(items).toHaveCount(1);
      await expect(items).toContainText(/Chrome\w* on Linux/);

      await sessionOf(addresses.pool, customer);
      await page.reload();
      await expect(items).toHaveCount(2);
      await items
        .filter({ hasNotText: 'This device.' })
        .getByRole('button', { name: /^Remove/ })
        .press('Enter');
      await expect(items).toHaveCount(1);
      await page.keyboard.press('Tab');
      await expect(items.getByRole('button'), 'the focus stays where the device was').toBeFocused();
      await page.keyboard.press('Enter');
      await expect(signIn.heading).toBeVisible();
    },
  );
});
