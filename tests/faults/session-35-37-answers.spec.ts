import { poolAnswer, poolRefusal } from '#tests/browser/pool.ts';
import { expect, expectDashboard, test, unavailable } from './session-fixtures.ts';

test('unusual responses from the user pool don’t reveal accounts or prevent the next sign-in', async ({
  page,
  customer,
  visitor,
  pageErrors,
  pool,
  poolCalls,
  console,
  step,
  screens: { signIn, forgotPassword, resetPassword, verifyEmail, dashboard, notices },
}) => {
  await signIn.open();

  await step('36: the screens don’t reveal who has an account if the user pool hides that', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    const unknown = ['NotAuthorizedException', 'Incorrect username or password.'] as const;
    await console.addFault(poolRefusal('InitiateAuth', ...unknown, visitor.email));
    await console.addFault(
      poolAnswer('ForgotPassword', { CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } }, visitor.email),
    );
    await console.addFault(
      poolRefusal(
        'ConfirmForgotPassword',
        'CodeMismatchException',
        'Invalid verification code',
        visitor.email,
      ),
    );
    for (const email of [visitor.email, customer.email]) {
      await signIn.signIn({ email, password: 'Wrong-password-1' });
      await expect(notices.error).toHaveText(/Incorrect username or password\.$/);
      await signIn.email.fill('');
    }

    await signIn.forgotPassword.click();
    await forgotPassword.request(visitor.email);
    await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await resetPassword.reset('123456', 'Difference-1822?');
    await expect(notices.error).toHaveText(/Invalid verification code$/);
  });

  await step('37: an unsupported challenge is named, and an unverified email asks for its code', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    await resetPassword.backToSignIn.click();
    await console.addFault(
      poolAnswer('RespondToAuthChallenge', {
        ChallengeName: 'SOMETHING_NEW',
        ChallengeParameters: {},
        Session: 'session-of-this-sign-in',
      }),
    );
    await signIn.signIn(customer);
    await expect(notices.error).toHaveText(
      /This account needs a sign-in step that is not supported here: SOMETHING_NEW$/,
    );
    await expect(signIn.email).toHaveValue(customer.email);

    await pool.register(visitor);
    await signIn.signIn(visitor);
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText(visitor.email)).toBeVisible();
    await verifyEmail.backToSignUp.click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();

    await signIn.signIn(customer);
    await expectDashboard(page, customer);
  });

  await step('35: a response that breaks the identity library fails the sign-in once', async () => {
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    await console.addFault({
      service: 'pool',
      match: 'POST / RespondToAuthChallenge',
      fault: 'malformed',
      body: '{"AuthenticationResult":{}}',
      times: 1,
    });
    await signIn.signIn(customer);
    await expect(notices.errorLines).toHaveText(['Failed to sign in', unavailable]);
    expect(poolCalls.count('RespondToAuthChallenge')).toBe(1);
    await expect(signIn.submit).not.toHaveAttribute('aria-busy', 'true');
    await expect(signIn.password).toHaveValue(customer.password);
    await signIn.submit.click();
    await expect(notices.toast('Welcome back!')).toHaveCount(1);
    await expectDashboard(page, customer);
  });
});
