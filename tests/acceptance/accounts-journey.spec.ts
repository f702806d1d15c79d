import { expect, test } from '#tests/browser/fixtures.ts';
import { visit } from '#tests/browser/history.ts';
import { newPerson } from '#tests/browser/people.ts';

test('an unverified email survives a reload until it is verified', async ({
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

  const another = await page.context().newPage();
  await another.goto('/verify-email');
  await expect(another.getByText(visitor.email)).toBeVisible();
  await another.close();

  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.heading).toBeVisible();
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/signup');
});

test('an email with a pending reset survives a reload until the password is set', async ({
  page,
  customer,
  console,
  screens: { signIn, forgotPassword, resetPassword, notices },
}) => {
  const password = 'Difference-1822?';
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
  await expect(resetPassword.heading).toBeVisible();
  await page.reload();
  await expect(page.getByText(customer.email)).toBeVisible();
  await resetPassword.reset(await console.mail(customer.email), password);
  await expect(
    notices.toast('Password reset successfully! You can now sign in with your new password.'),
  ).toBeVisible();
  await expect(
    notices.success('Password reset successful! Please sign in with your new password.'),
  ).toBeVisible();
  await expect(signIn.email).toHaveValue(customer.email);
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/forgot-password');
});

test('a page verifies or resets the email it was told about', async ({
  page,
  visitor,
  customer,
  pool,
  console,
  screens: { signIn, verifyEmail, forgotPassword, resetPassword },
}) => {
  await pool.register(visitor);
  await signIn.open();
  await expect(signIn.heading).toBeVisible();

  await visit(page, '/verify-email', { email: newPerson().email });
  await expect(verifyEmail.heading).toBeVisible();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(page.getByText(`Enter the 6-digit code for ${visitor.email}.`, { exact: true })).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.email).toHaveValue(visitor.email);

  await visit(page, '/reset-password', { email: customer.email });
  await expect(resetPassword.heading).toBeVisible();
  await resetPassword.resend.click();
  await resetPassword.reset(await console.mail(customer.email), 'Difference-1822?');
  await expect(signIn.email).toHaveValue(customer.email);
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeVisible();
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
