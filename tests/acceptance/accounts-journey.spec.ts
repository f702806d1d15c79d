import { expect, test } from '#tests/browser/fixtures.ts';
import { visit } from '#tests/browser/history.ts';

test('an unverified email survives a reload, and is forgotten once it is verified', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail },
}) => {
  await signUp.open();
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  const lead = page.getByText(`We sent a 6-digit code to ${visitor.email}.`, { exact: true });
  await page.reload();
  await expect(lead).toBeVisible();

  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.heading).toBeVisible();
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/signup');
});

test('an emailed code resets a forgotten password, even after a reload', async ({
  page,
  customer,
  console,
  screens: { signIn, forgotPassword, resetPassword, dashboard, notices },
}) => {
  const password = 'Difference-1822?';
  await signIn.open();
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeVisible();
  await expect(forgotPassword.sendCode).toBeDisabled();
  await forgotPassword.request(customer.email);
  await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  await page.reload();
  await expect(page.getByText(customer.email)).toBeVisible();
  await expect(resetPassword.submit).toBeDisabled();
  await resetPassword.reset(await console.mail(customer.email), password);
  await expect(
    notices.toast('Password reset successfully! You can now sign in with your new password.'),
  ).toBeVisible();
  await expect(
    notices.success('Password reset successful! Please sign in with your new password.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(signIn.email).toHaveValue(customer.email);
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/forgot-password');
  await forgotPassword.backToSignIn.click();
  await signIn.signIn({ email: customer.email, password });
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});

test('a customer can verify another email and stays signed in', async ({
  page,
  customer,
  visitor,
  pool,
  console,
  session,
  screens: { verifyEmail, dashboard, notices },
}) => {
  await pool.register(visitor);
  await session.openAs(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(notices.toast('Email verified! Account is ready.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});
