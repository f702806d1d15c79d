import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';

test('account forms mark missing values and support autofill and screen readers', async ({
  page,
  poolCalls,
  visitor,
  customer,
  step,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword, dashboard, notices },
}) => {
  await step('missing values are marked at each field and listed in a summary', async () => {
    await signIn.open();
    await expect(signIn.email).not.toHaveAttribute('aria-invalid');

    await signIn.submit.click();
    await expect(notices.error).toHaveText(/Fix these fields: Email, Password$/);
    await expect(signIn.email).toBeFocused();
    await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
    await expect(signIn.email).toHaveAccessibleDescription(/Email is required$/);
    await expect(signIn.password).toHaveAccessibleDescription(/Password is required$/);

    await signIn.email.fill('ada@example.com');
    await expect(signIn.email).not.toHaveAttribute('aria-invalid');
    await expect(notices.error).toHaveText(/Fix these fields: Password$/);
    await page.keyboard.press('Enter');
    await expect(signIn.password).toBeFocused();
    await signIn.password.fill('x');
    await expect(signIn.password).not.toHaveAttribute('aria-invalid');
    await expect(notices.error).toBeHidden();

    await visit(page, '/verify-email', { email: visitor.email });
    await verifyEmail.submit.click();
    await expect(notices.error).toHaveText(/Fix these fields: Verification code$/);
    await expect(verifyEmail.code).toBeFocused();
    await expect(verifyEmail.code).toHaveAccessibleDescription(/Please enter the verification code$/);
    expect(poolCalls.all()).toEqual([]);
  });

  await step('browsers and password managers can tell what each field is for', async () => {
    await verifyEmail.backToSignUp.click();
    for (const [field, autocomplete] of [
      [signUp.firstName, 'given-name'],
      [signUp.lastName, 'family-name'],
      [signUp.email, 'email'],
      [signUp.phone, 'tel'],
      [signUp.password, 'new-password'],
    ] as const)
      await expect(field).toHaveAttribute('autocomplete', autocomplete);

    await visit(page, '/verify-email', { email: visitor.email });
    await expect(verifyEmail.code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(verifyEmail.code).toHaveAttribute('inputmode', 'numeric');

    await visit(page, '/forgot-password');
    await expect(forgotPassword.email).toHaveAttribute('autocomplete', 'username');
    await forgotPassword.request(customer.email);
    await expect(resetPassword.code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(resetPassword.newPassword).toHaveAttribute('autocomplete', 'new-password');
    await expect(resetPassword.confirmPassword).toHaveAttribute('autocomplete', 'new-password');
    const owner = page.locator('form input[autocomplete="username"]');
    await expect(owner).toHaveValue(customer.email);
    await expect(owner).toBeHidden();

    await resetPassword.backToSignIn.click();
    await expect(signIn.email).toHaveAttribute('autocomplete', 'username');
    await expect(signIn.password).toHaveAttribute('autocomplete', 'current-password');
  });

  await step('navigation sets the page’s title and focuses its heading', async () => {
    await signIn.open();
    await expect(page).toHaveTitle('Sign in · Coffer');
    await expect(signIn.heading).not.toBeFocused();

    await signIn.createAccount.click();
    await expect(signUp.heading).toBeFocused();
    await expect(page).toHaveTitle('Create your account · Coffer');
    await signUp.signIn.click();
    await expect(signIn.heading).toBeFocused();
    await signIn.forgotPassword.click();
    await expect(forgotPassword.heading).toBeFocused();
    await expect(page).toHaveTitle('Forgot your password? · Coffer');
    await forgotPassword.request(customer.email);
    await expect(resetPassword.heading).toBeFocused();
    await expect(page).toHaveTitle('Reset your password · Coffer');
    await visit(page, '/verify-email', { email: visitor.email });
    await expect(verifyEmail.heading).toBeFocused();
    await expect(page).toHaveTitle('Verify your email · Coffer');
    await verifyEmail.backToSignUp.click();
    await signUp.signIn.click();
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeFocused();
    await expect(page).toHaveTitle('Dashboard · Coffer');
  });
});
