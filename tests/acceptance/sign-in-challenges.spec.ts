import { authenticatorCode, createUserWithFactors, requireNewPassword } from '#tests/browser/factors.ts';
import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';

const newPassword = 'Difference-1822?';

// Use long timeouts so that sign-ins don't expire on a busy machine.
test.beforeEach(async ({ pool }) => {
  await pool.set({ challengeSeconds: 3_600, signInCodeSeconds: 3_600 });
});

test('sign-in asks for a code before opening the requested page, even after a reload', async ({
  page,
  console,
  visitor,
  screens: { signIn, challenge, dashboard },
}) => {
  await createUserWithFactors(console, visitor, ['SMS_MFA']);
  await page.goto('/dashboard?status=failed');
  await signIn.signIn(visitor);
  await expect(challenge.headings.phone).toBeFocused();
  await expect(page).toHaveTitle('Confirm your sign-in · Coffer');
  await expect(page.getByText('We sent a 6-digit code to +*******4567.')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/login/challenge?redirect=%2Fdashboard%3Fstatus%3Dfailed');
  await challenge.answer(await console.mail(visitor.email));
  await expect(page).toHaveURL('/dashboard?status=failed');
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
  await page.reload();
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
});

test('a customer can choose a second factor and enter its code by keyboard alone', async ({
  page,
  console,
  visitor,
  screens: { signIn, challenge, dashboard },
}) => {
  const { keyboard } = page;
  await createUserWithFactors(console, visitor, ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP']);
  await signIn.openAs(visitor);
  await expect(challenge.headings.choice).toBeFocused();
  await expect(challenge.sendText).toBeVisible();
  await tabTo(page, challenge.useApp);
  await tabTo(page, challenge.sendEmail);
  await keyboard.press('Enter');
  await expect(challenge.headings.email).toBeFocused();
  await tabTo(page, challenge.code);
  await keyboard.type(await console.mail(visitor.email));
  await keyboard.press('Enter');
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
});

test('sign-in sets up an authenticator app if the pool requires one', async ({
  page,
  pool,
  customer,
  screens: { signIn, challenge, dashboard },
}) => {
  await pool.set({ mfa: 'ON' });
  await signIn.openAs(customer);
  await expect(challenge.headings.setup).toBeFocused();
  await expect(challenge.qrCode).toBeVisible();
  const secret = (await challenge.setupKey.textContent()) ?? '';
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    secret.replaceAll(' ', ''),
  );
  await challenge.answer(authenticatorCode(secret));
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});

test('sign-in asks for a new password and missing account data if the pool requires them', async ({
  console,
  pool,
  pageErrors,
  visitor,
  screens: { signIn, challenge, dashboard, notices },
}) => {
  pageErrors.allowResponse('pool', '/', 400);
  await pool.set({ requiredAttributes: ['given_name'] });
  const { email, password, phone, firstName } = visitor;
  await createUserWithFactors(console, { email, password, phone }, []);
  await requireNewPassword(console, visitor.email);
  await signIn.openAs(visitor);
  await expect(challenge.headings.newPassword).toBeFocused();
  await challenge.firstName.fill(firstName);
  await challenge.choosePassword('difference');
  await expect(notices.error).toContainText('Password must be at least 8 characters');
  await expect(challenge.newPassword).toHaveValue('difference');
  await expect(challenge.newPassword).toBeFocused();
  await expect(challenge.firstName).toHaveValue(firstName);
  await challenge.choosePassword(newPassword);
  await expect(dashboard.welcome(firstName)).toBeVisible();
});

test('a remembered device signs in without a code until it is removed on the Security page', async ({
  console,
  pool,
  visitor,
  screens: {
    signIn,
    challenge,
    dashboard,
    header,
    security: { main },
  },
}) => {
  await pool.set({ deviceTracking: true });
  const secret = await createUserWithFactors(console, visitor, ['SOFTWARE_TOKEN_MFA']);
  await signIn.openAs(visitor);
  await challenge.headings.app.waitFor();
  await challenge.answer(authenticatorCode(secret));
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
  await dashboard.signOut.click();
  await signIn.signIn(visitor);
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();

  await header.security.click();
  const items = main.getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(/Chrome\w* on Linux/);
  await items.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(signIn.heading).toBeVisible();
  await signIn.signIn(visitor);
  await expect(challenge.headings.app).toBeVisible();
});
