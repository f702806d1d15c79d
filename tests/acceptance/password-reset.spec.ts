import { expect, test } from '#tests/browser/fixtures.ts';

const newPassword = 'Difference-1822?';

test('a forgotten password is reset with a code', async ({
  page,
  customer,
  screens: { signIn, forgotPassword, resetPassword, dashboard },
  console,
}) => {
  await signIn.open();
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeVisible();
  await expect(forgotPassword.sendCode).toBeDisabled();
  await forgotPassword.request(customer.email);

  await expect(page.getByText('Password reset code sent to your email')).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  await expect(resetPassword.submit).toBeDisabled();
  await resetPassword.reset(await console.mail(customer.email), newPassword);

  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText('Password reset successful! Please sign in with your new password.'),
  ).toBeVisible();
  await expect(signIn.email).toHaveValue(customer.email);
  await signIn.password.fill(newPassword);
  await signIn.submit.click();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});
