import { TOTP, URI } from 'otpauth';
import { authenticatorCode } from '#tests/browser/factors.ts';
import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';
import { scanQrCode } from '#tests/browser/qr-code.ts';

test.beforeEach(({ pageErrors }) => {
  // The local pool doesn't track devices, so it responds with 400.
  pageErrors.allowResponse('pool', '/', 400);
});

test('a customer can turn an authenticator app on with a QR code, and off again', async ({
  page,
  context,
  customer,
  console,
  session,
  pageErrors,
  screens: { security },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await session.openAs(customer, '/security');
  await expect(security.section).toContainText("Off. Sign-in doesn't ask for a code from an app.");
  await security.turnOn.click();
  const secret = await security.readSecret();

  await test.step('the page shows a scannable QR code and a setup key in the dark theme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(security.qrCode).toHaveAttribute('aria-busy', 'false');
    const account = URI.parse(await scanQrCode(security.qrCode));
    expect(account).toBeInstanceOf(TOTP);
    expect(account).toMatchObject({ issuer: 'Credits', label: customer.email });
    expect(account.secret.base32).toBe(secret);
    await security.copy.click();
    await expect(security.section.getByText('Setup key copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  });

  await test.step('an empty or wrong code is rejected with an explanation', async () => {
    await security.submit.click();
    await expect(security.code).toHaveAccessibleDescription(/^Confirmation code cannot be empty/);
    await expect(security.code).toBeFocused();
    const wrong = authenticatorCode(secret, -100);
    await security.code.fill(wrong);
    await security.code.press('Enter');
    await expect(security.code).toHaveAccessibleDescription(/^That code is incorrect\./);
    await expect(security.alert).toHaveText(/^That code is incorrect\./);
    await expect(security.code).toBeFocused();
    await expect(security.code).toHaveValue(wrong);
  });

  await test.step('a correct code turns the authenticator app on', async () => {
    await security.code.fill(authenticatorCode(secret));
    await security.submit.click();
    await expect(security.notice).toHaveText(
      'Your authenticator app is on. Sign-in will ask for a code from now on.',
    );
    await expect(security.secret).toBeHidden();
    await page.reload();
    await expect(security.section).toContainText('On. After your password, sign-in asks for a code');
  });

  await test.step('turning the authenticator app off requires the password', async () => {
    await security.turnOff.click();
    await expect(security.section).toContainText('Turn off the authenticator app?');
    await expect(security.password).toBeFocused();
    const broken = await console.addFault({
      service: 'pool',
      match: 'POST / SetUserMFAPreference',
      fault: 'status',
      status: 500,
    });
    pageErrors.allowResponse('pool', '/', 500);
    await security.password.fill(customer.password);
    await security.confirmOff.click();
    await expect(security.alert).toHaveText(
      "We couldn't turn off the authenticator app. Sign-in still asks for codes.",
    );
    await broken.remove();
    await security.password.fill('Wrong-password-1');
    await security.password.press('Enter');
    await expect(security.password).toHaveAccessibleDescription('That password is incorrect.');
    await expect(security.password).toBeFocused();
    await page.keyboard.type(customer.password);
    await security.confirmOff.click();
    await expect(security.notice).toHaveText(
      'Your authenticator app is off. You can remove the account from it.',
    );
  });
});

test('an authenticator can be turned on, used at sign-in and turned off by keyboard alone', async ({
  page,
  customer,
  session,
  screens: { signIn, challenge, dashboard, header, security },
}) => {
  const { keyboard } = page;
  const welcome = dashboard.welcome(customer.firstName);
  const expectFocusWithin = () =>
    expect
      .poll(() => security.section.evaluate((section) => section.contains(document.activeElement)))
      .toBe(true);
  await session.openAs(customer);
  await expect(welcome).toBeVisible();
  await tabTo(page, header.security);
  await keyboard.press('Enter');
  await expect(security.heading).toBeFocused();
  await expect(security.turnOn).toBeVisible();
  await tabTo(page, security.turnOn);
  await keyboard.press('Enter');
  await expect(security.qrCode).toBeVisible();
  await expectFocusWithin();
  await tabTo(page, security.copy);
  await tabTo(page, security.code);
  const secret = await security.readSecret();
  await keyboard.type(authenticatorCode(secret));
  await keyboard.press('Enter');
  await expect(security.notice).toContainText('is on');
  await expectFocusWithin();

  await dashboard.signOut.click();
  await signIn.signIn(customer);
  await expect(challenge.headings.app).toBeFocused();
  // The pool accepts each code only once, but accepts the next time step's code early.
  await challenge.answer(authenticatorCode(secret, 1));
  await expect(welcome).toBeVisible();

  await header.security.click();
  await security.turnOff.press('Enter');
  await expectFocusWithin();
  await tabTo(page, security.cancel);
  await keyboard.press('Enter');
  await expectFocusWithin();
  await tabTo(page, security.turnOff);
  await keyboard.press('Space');
  await expect(security.password).toBeFocused();
  await keyboard.type(customer.password);
  await tabTo(page, security.confirmOff);
  await keyboard.press('Enter');
  await expect(security.notice).toContainText('is off');
  await expectFocusWithin();
});
