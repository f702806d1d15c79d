import type { AddedFault, Console } from '#tests/browser/console.ts';
import { stopClock } from '#tests/browser/page-clock.ts';
import { LibraryClient } from '#tests/unit/user-pool/library-client.ts';
import { breakPool } from './broken-pool.ts';
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

test('a guest goes through the forms of an account, and a customer through signing in and out', async ({
  page,
  addresses,
  anotherVisitor,
  customer,
  visitor,
  pageErrors,
  console,
  pool,
  step,
  screens: { dashboard, signIn, signUp, verifyEmail, forgotPassword, resetPassword, notices },
}) => {
  await step('what has no words of its own is refused in the words of its step', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    pageErrors.allowResponse(`${addresses.pool}/`, 500);

    await test.step('sign-up', async () => {
      await signUp.open();
      await refuse(console, 'SignUp', 'Internal words of the pool');
      await signUp.register(visitor);
      await expect(notices.error).toHaveText(/Failed to create account$/);
      // A sign-up without an answer is asked once more.
      for (let tries = 0; tries < 2; tries += 1) await breakPool(console, 'SignUp');
      await signUp.submit.click();
      await expect(notices.errorLines).toHaveText([
        'Failed to create account',
        unavailable,
        'Sign in insteadVerify your email',
      ]);
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
      await verifyEmail.backToSignUp.click();
      await signUp.signIn.click();
      await refuse(console, 'InitiateAuth');
      await signIn.signIn(customer);
      await expect(notices.error).toHaveText(/Failed to sign in$/);
      await refuse(console, 'RespondToAuthChallenge', 'PreAuthentication failed with error Not today.');
      await signIn.submit.click();
      await expect(notices.error).toHaveText('Not today.');
    });

    await test.step('reset code', async () => {
      await signIn.forgotPassword.click();
      await refuse(console, 'ForgotPassword', 'Internal words of the pool');
      await forgotPassword.request(customer.email);
      await expect(notices.errorLines.first()).toHaveText('Failed to send reset code');
      await forgotPassword.sendCode.click();
      await expect(resetPassword.heading).toBeVisible();
    });

    await test.step('reset', async () => {
      await refuse(console, 'ConfirmForgotPassword', 'Internal words of the pool');
      await resetPassword.reset('123456', 'Difference-1822?');
      await expect(notices.error).toHaveText(/Failed to reset password$/);
    });
  });

  await step('a code that came too late is called expired', async () => {
    const late = anotherVisitor();
    const forgetful = anotherVisitor();
    await console.createUser(forgetful);
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await resetPassword.backToSignIn.click();
    await signIn.createAccount.click();
    await signUp.register(late);
    await expect(verifyEmail.heading).toBeVisible();
    await pool.shiftClock(24 * hour + 1);
    await verifyEmail.verify(await console.mail(late.email));
    await expect(notices.error).toHaveText(/Invalid code provided, please request a code again\.$/);
    await pool.shiftClock(0);

    await verifyEmail.backToSignUp.click();
    await signUp.signIn.click();
    await signIn.forgotPassword.click();
    await forgotPassword.request(forgetful.email);
    await expect(resetPassword.heading).toBeVisible();
    await pool.shiftClock(hour + 1);
    await resetPassword.reset(await console.mail(forgetful.email), 'Difference-1822?');
    await expect(notices.error).toHaveText(/Verification code has expired\. Please request a new one$/);

    await resetPassword.resend.click();
    await expect(resetPassword.resend).toHaveAccessibleDescription(/^You can resend in/);
    await resetPassword.reset(await console.mail(forgetful.email), 'Difference-1822?');
    await expect(page).toHaveURL('/login');
  });

  await step('who is locked out after wrong passwords is told so', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    const stranger = new LibraryClient(addresses.pool);
    for (let tries = 0; tries < 5; tries += 1)
      await expect(stranger.signIn(customer.email, 'Wrong-password-1')).rejects.toMatchObject({
        code: 'NotAuthorizedException',
      });
    // The lock lasts a second: time that runs backwards keeps it.
    await pool.shiftClock(-hour);
    await signIn.signIn(customer);
    await expect(notices.error).toHaveText(/Password attempts exceeded$/);
    await pool.shiftClock(hour);
    await signIn.submit.click();
    await expect(page).toHaveURL('/dashboard');
    await pool.shiftClock(0);
    await page.reload();
    await expectDashboard(page, customer);
  });

  await step(
    'a sign-out that the pool does not take is said to have failed, and the next one leaves all the same',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 500);
      await expectDashboard(page, customer);
      await breakPool(console, 'RevokeToken');
      await dashboard.signOut.click();
      await expect(notices.toast('Failed to sign out')).toBeVisible();
      await expectDashboard(page, customer);
      await dashboard.signOut.click();
      await expect(notices.toast('Signed out successfully')).toBeVisible();
      await expect(signIn.heading).toBeVisible();
    },
  );

  await step('a customer whose record cannot be made is let in, and the failure is logged', async () => {
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
});
