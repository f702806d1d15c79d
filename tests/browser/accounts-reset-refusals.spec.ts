import { expect, test } from './fixtures.ts';
import { expectRefusal, otherThan } from './refusals.ts';

test('a guest who forgot a password requests codes and sets a new one', async ({
  page,
  addresses,
  visitor,
  customer,
  pageErrors,
  console,
  step,
  screens: { signIn, forgotPassword, resetPassword, notices },
}) => {
  const strong = 'Difference-1822?';
  await forgotPassword.open();

  await step('a refused request for a reset code says why, and the form keeps the email', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await expect(forgotPassword.sendCode).toBeDisabled();
    await forgotPassword.request(visitor.email);
    await expectRefusal(
      notices.error,
      'No account found with this email address',
      new Map([[forgotPassword.email, visitor.email]]),
    );
  });

  await step('a refused reset says why, and the form keeps its values', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await forgotPassword.request(customer.email);
    await expect(resetPassword.heading).toBeVisible();
    const code = await console.mail(customer.email);
    const wrong = otherThan(code);

    await test.step('nothing is sent until all fields are filled in', async () => {
      await resetPassword.code.fill(code);
      await resetPassword.newPassword.fill(strong);
      await expect(resetPassword.submit).toBeDisabled();
      await resetPassword.confirmPassword.fill(strong);
      await expect(resetPassword.submit).toBeEnabled();
    });

    await test.step('passwords that don’t match', async () => {
      await resetPassword.reset(code, strong, `${strong}!`);
      await expect(resetPassword.confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
      await expect(resetPassword.confirmPassword).toBeFocused();
    });

    await test.step('a password that is too short', async () => {
      await resetPassword.reset(code, 'Ab1!');
      await expect(resetPassword.newPassword).toHaveAccessibleDescription(
        /Password must be at least 8 characters$/,
      );
      await expect(resetPassword.newPassword).toBeFocused();
    });

    await test.step('a wrong code', async () => {
      await resetPassword.reset(wrong, strong);
      await expect(resetPassword.code).toHaveAccessibleDescription('Invalid verification code');
      await expect(resetPassword.code).toBeFocused();
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

  await step(
    'Back does not return to a finished reset, and the next submit hides its success message',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 400);
      const news = notices.success('Password reset successful! Please sign in with your new password.');
      await resetPassword.backToSignIn.click();
      await signIn.forgotPassword.click();
      await forgotPassword.request(customer.email);
      await expect(resetPassword.heading).toBeVisible();
      await resetPassword.reset(await console.mail(customer.email), strong);
      await expect(news).toBeVisible();
      await signIn.password.fill('Wrong-password-1');
      await signIn.submit.click();
      await expect(notices.error).toHaveText('Incorrect username or password.');
      await expect(news).toBeHidden();
      await page.goBack();
      await expect(forgotPassword.heading).toBeVisible();
    },
  );
});
