import { authenticatorCode } from './factors.ts';
import { expect, test } from './fixtures.ts';

test('an authenticator app can be set up on a phone and without a QR code', async ({
  page,
  customer,
  pageErrors,
  pool,
  session,
  step,
  screens: { header, security },
}) => {
  /** Opens Security, where the local pool refuses to list devices (400), because it doesn't track them. */
  const openSecurity = async () => {
    pageErrors.allowResponse('pool', '/', 400);
    await page.goto('/security');
  };
  await session.openAs(customer);

  await step('leaving Security discards an unused setup key, which is never stored', async () => {
    await openSecurity();
    await security.turnOn.click();
    const secret = await security.readSecret();
    await header.dashboard.click();
    await openSecurity();
    await expect(security.turnOn).toBeVisible();
    await expect(security.secret).toBeHidden();
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(secret);
  });

  await step('on a phone, the setup scrolls to its top and links to the authenticator app', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await openSecurity();
    await security.turnOn.click();
    const heading = security.section.getByRole('heading', { name: 'Set up your authenticator app' });
    await expect(heading).toBeFocused();
    await expect(security.openApp).toBeInViewport({ ratio: 1 });
    await expect(security.section).toContainText('Save the setup key in a safe place.');
    await expect(security.openApp).toHaveAttribute(
      'href',
      `otpauth://totp/Credits:${encodeURIComponent(customer.email)}?secret=${await security.readSecret()}&issuer=Credits`,
    );
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await step('Security says if the pool doesn’t support authenticator apps', async () => {
    await pool.set({ mfa: 'OFF' });
    await openSecurity();
    await security.turnOn.click();
    await expect(security.section).toContainText("This store doesn't support authenticator apps.");
    await expect(security.turnOn).toBeHidden();
  });

  await step('the setup key works even if the QR code’s script can’t load', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    await page.route('**/qr-drawing-*.js', (route) => route.abort());
    await openSecurity();
    await security.turnOn.click();
    await expect(security.section).toContainText("We couldn't show the QR code.");
    await security.code.fill(authenticatorCode(await security.readSecret()));
    await security.submit.click();
    await expect(security.notice).toContainText('is on');
  });
});
