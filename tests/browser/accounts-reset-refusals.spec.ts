import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { codesPerHour, expectRefusal, otherThan } from './refusals.ts';

test('a refused request for a reset code says why, and the form keeps the email', async ({
  addresses,
  visitor,
  pageErrors,
  screens: { forgotPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await forgotPassword.open();
  await expect(forgotPassword.sendCode).toBeDisabled();
  await forgotPassword.request(visitor.email);
  await expectRefusal(
    notices.error,
    'No account found with this email address',
    new Map([[forgotPassword.email, visitor.email]]),
  );
});

test('another reset code speaks of the reset, and so does its refusal', async ({
  page,
  addresses,
  customer,
  pageErrors,
  pool,
  screens: { signIn, resetPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await page.clock.install();
  await signIn.open();
  await visit(page, '/reset-password', { email: customer.email });
  await resetPassword.resend.click();
  await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
  await expect(resetPassword.resend).toHaveAttribute('aria-disabled', 'true');
  for (let sent = 1; sent < codesPerHour; sent += 1)
    expect(await pool.call('ForgotPassword', { Username: customer.email })).toBeNull();
  await page.clock.runFor('00:31');
  await resetPassword.resend.click();
  await expect(notices.errorLines).toHaveText(['Too many requests. Please try again later']);
});

test('a refused reset has its words, and the form keeps what was typed', async ({
  page,
  addresses,
  customer,
  pageErrors,
  console,
  screens: { forgotPassword, resetPassword, notices },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  const strong = 'Difference-1822?';
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  const code = await console.mail(customer.email);
  const wrong = otherThan(code);

  await test.step('nothing is sent before all fields are filled in', async () => {
    await expect(resetPassword.submit).toBeDisabled();
    await resetPassword.code.fill(code);
    await resetPassword.newPassword.fill(strong);
    await expect(resetPassword.submit).toBeDisabled();
    await resetPassword.confirmPassword.fill(strong);
    await expect(resetPassword.submit).toBeEnabled();
  });

  await test.step('passwords that differ', async () => {
    await resetPassword.reset(code, strong, `${strong}!`);
    await expect(resetPassword.confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
    await expect(resetPassword.confirmPassword).toBeFocused();
  });

  await test.step('a password too short', async () => {
    await resetPassword.reset(code, 'Ab1!');
    await expect(resetPassword.newPassword).toHaveAccessibleDescription(
      /Password must be at least 8 characters$/,
    );
    await expect(resetPassword.newPassword).toBeFocused();
  });

  await test.step('a wrong code', async () => {
    await resetPassword.reset(wrong, strong);
    await expectRefusal(
      notices.error,
      'Invalid verification code',
      new Map([
        [resetPassword.code, wrong],
        [resetPassword.newPassword, strong],
        [resetPassword.confirmPassword, strong],
      ]),
    );
  });

  await expect(page).toHaveURL('/reset-password');
});
