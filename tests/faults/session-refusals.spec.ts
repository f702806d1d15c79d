import type { AddedFault, Console } from '#tests/browser/console.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { LibraryClient } from '#tests/unit/user-pool/library-client.ts';
import { expect, expectDashboard, test, unavailable } from './session-fixtures.ts';

const hour = 60 * 60_000;

/** Refuses the next request for an operation for a reason that the catalogue has no words for. */
const refuse = (console: Console, operation: string, message?: string): Promise<AddedFault> =>
  console.addFault({
    service: 'pool',
    match: `POST / ${operation}`,
    fault: 'status',
    status: 400,
    body: JSON.stringify({ __type: 'UnexpectedLambdaException', message }),
    times: 1,
  });

/** Lets the pool break at the next request for an operation. */
const breakPool = (console: Console, operation: string): Promise<AddedFault> =>
  console.addFault({
    service: 'pool',
    match: `POST / ${operation}`,
    fault: 'status',
    status: 500,
    body: '{"__type":"InternalErrorException","message":"Something went wrong"}',
    times: 1,
  });

test('what has no words of its own is refused in the words of its step', async ({
  addresses,
  customer,
  visitor,
  pageErrors,
  console,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  pageErrors.allowResponse(`${addresses.pool}/`, 500);

  await test.step('sign-up', async () => {
    await signUp.open();
    await refuse(console, 'SignUp', 'Internal words of the pool');
    await signUp.register(visitor);
    await expect(notices.error).toHaveText(/Failed to create account$/);
    await breakPool(console, 'SignUp');
    await signUp.submit.click();
    await expect(notices.errorLines).toHaveText(['Failed to create account', unavailable]);
    await signUp.submit.click();
    await expect(verifyEmail.heading).toBeVisible();
  });

  await test.step('verification', async () => {
    await refuse(console, 'ConfirmSignUp');
    await verifyEmail.verify('123456');
    await expect(notices.error).toHaveText(/Invalid verification code$/);
    await breakPool(console, 'ConfirmSignUp');
    await verifyEmail.submit.click();
    await expect(notices.errorLines).toHaveText(['Something went wrong', unavailable]);
    await expect(verifyEmail.code).toHaveValue('123456');
  });

  await test.step('another code', async () => {
    await refuse(console, 'ResendConfirmationCode', 'Internal words of the pool');
    await verifyEmail.resend.click();
    await expect(notices.toast('Failed to resend code')).toBeVisible();
    await expect(notices.error.last()).toHaveText(/Failed to resend code$/);
    await expect(verifyEmail.resend).toBeEnabled();
  });

  await test.step('sign-in', async () => {
    await signIn.open();
    await refuse(console, 'InitiateAuth');
    await signIn.signIn(customer);
    await expect(notices.error).toHaveText(/Failed to sign in$/);
    await refuse(console, 'RespondToAuthChallenge', 'PreAuthentication failed with error Not today.');
    await signIn.submit.click();
    await expect(notices.error).toHaveText(/PreAuthentication failed with error Not today\.$/);
  });

  await test.step('reset code', async () => {
    await signIn.forgotPassword.click();
    await refuse(console, 'ForgotPassword', 'Internal words of the pool');
    await forgotPassword.request(customer.email);
    await expect(notices.error).toHaveText(/Failed to send reset code$/);
    await forgotPassword.sendCode.click();
    await expect(resetPassword.heading).toBeVisible();
  });

  await test.step('reset', async () => {
    await refuse(console, 'ConfirmForgotPassword', 'Internal words of the pool');
    await resetPassword.reset('123456', 'Difference-1822?');
    await expect(notices.error).toHaveText(/Failed to reset password$/);
  });
});

test('a code that came too late is called expired', async ({
  page,
  addresses,
  customer,
  visitor,
  pageErrors,
  pool,
  console,
  screens: { signUp, verifyEmail, forgotPassword, resetPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await signUp.open();
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  await pool.shiftClock(24 * hour + 1);
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(notices.error).toHaveText(/Invalid code provided, please request a code again\.$/);
  await pool.shiftClock(0);

  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  await pool.shiftClock(hour + 1);
  await resetPassword.reset(await console.mail(customer.email), 'Difference-1822?');
  await expect(notices.error).toHaveText(/Verification code has expired\. Please request a new one$/);

  await resetPassword.resend.click();
  await expect(resetPassword.resend).toHaveAccessibleDescription(/^You can have another code sent in/);
  await resetPassword.reset(await console.mail(customer.email), 'Difference-1822?');
  await expect(page).toHaveURL('/login');
});

test('who is locked out after wrong passwords is told so', async ({
  page,
  addresses,
  customer,
  pageErrors,
  pool,
  screens: { signIn, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  const stranger = new LibraryClient(addresses.pool);
  for (let tries = 0; tries < 5; tries += 1)
    await expect(stranger.signIn(customer.email, 'Wrong-password-1')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
  // The lock lasts a second: time that runs backwards keeps it.
  await pool.shiftClock(-hour);
  await signIn.openAs(customer);
  await expect(notices.error).toHaveText(/Password attempts exceeded$/);
  await pool.shiftClock(hour);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await pool.shiftClock(0);
  await page.reload();
  await expectDashboard(page, customer);
});

test('a sign-out that the pool does not take is said to have failed, and the next one leaves all the same', async ({
  page,
  addresses,
  customer,
  pageErrors,
  console,
  session,
  screens: { signIn, dashboard, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 500);
  await session.openAs(customer);
  await expectDashboard(page, customer);
  await breakPool(console, 'RevokeToken');
  await dashboard.signOut.click();
  await expect(notices.toast('Failed to sign out')).toBeVisible();
  await expectDashboard(page, customer);
  await dashboard.signOut.click();
  await expect(notices.toast('Signed out successfully')).toBeVisible();
  await expect(signIn.heading).toBeVisible();
});

test('devices can be asked for again, stay listed when one can’t be forgotten, and go with the session', async ({
  page,
  context,
  addresses,
  customer,
  pageErrors,
  console,
  pool,
  screens: { signIn },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 500);
  await pool.set({ deviceTracking: true });
  await signIn.openAs(customer);
  await expectDashboard(page, customer);
  const dialog = page.getByRole('dialog', { name: 'Devices', exact: true });
  await breakPool(console, 'ListDevices');
  await page.getByRole('button', { name: 'Devices', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);

  await breakPool(console, 'ForgetDevice');
  await dialog.getByRole('button', { name: /^Forget / }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Something went wrong');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);

  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await otherTab.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(signIn.heading).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a customer whose record cannot be made is let in, and the failure is logged', async ({
  page,
  addresses,
  customer,
  pageErrors,
  console,
  screens: { signIn, dashboard, notices },
}) => {
  const profile = '/api/auth/profile';
  const failure = 'The customer record could not be checked:';
  pageErrors.allowResponse(`${addresses.store}${profile}`, 503);
  pageErrors.allowMessage(failure);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(profile)) asked += 1;
  });
  const logged = page.waitForEvent('console', (message) => message.text().includes(failure));
  await console.addFault({
    service: 'store',
    match: `GET ${profile}`,
    fault: 'status',
    status: 503,
    body: '{"detail":"Not now"}',
  });
  await signIn.open();
  // The retry comes before the limit of the registration, however slow the machine is.
  await stopClock(page);
  await signIn.signIn(customer);
  const isRetried = async () => {
    await page.clock.runFor(50);
    return asked > 1;
  };
  await expect.poll(isRetried, { intervals: [100] }).toBe(true);
  await logged;
  await page.clock.resume();
  await expect(notices.toast('Welcome back!')).toBeVisible();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});
