import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { expectRefusal, otherThan } from './refusals.ts';

test('password forms show requirements, mask on submit and explain errors', async ({
  page,
  visitor,
  customer,
  pageErrors,
  console,
  step,
  screens: { signIn, signUp, forgotPassword, resetPassword, notices },
}) => {
  const strong = 'Difference-1822?';
  await step('the password checklist updates while typing and is announced', async () => {
    const rules: readonly string[] = [
      'At least 8 characters',
      'A number',
      'A lowercase letter',
      'An uppercase letter',
      'A symbol',
    ];
    const announcement = page.locator('[aria-live="polite"]').filter({ hasText: /password|needed/i });
    await signUp.open();
    await expect(signUp.requirements.getByRole('listitem')).toHaveCount(rules.length);
    await expect(announcement).toHaveCount(0);

    const progress: readonly [password: string, met: readonly string[]][] = [
      ['aB1', ['A number', 'A lowercase letter', 'An uppercase letter']],
      ['aB1!aB1!', rules],
    ];
    for (const [password, met] of progress) {
      await signUp.password.fill(password);
      for (const rule of rules)
        await expect(signUp.requirement(rule, met.includes(rule) ? 'met' : 'not met yet')).toBeVisible();
      const missing = rules.filter((rule) => !met.includes(rule));
      await expect(announcement).toHaveText(
        missing.length === 0 ? 'All password requirements are met' : `Still needed: ${missing.join(', ')}`,
      );
    }
  });

  await step('submitting a reset masks the new passwords again', async () => {
    await visit(page, '/reset-password', { email: customer.email });
    await expect(resetPassword.heading).toBeVisible();
    await signIn.show.last().click();
    await signIn.show.click();
    await expect(signIn.hide).toHaveCount(2);
    await resetPassword.reset('123456', 'short', 'other');
    await expect(signIn.hide).toHaveCount(0);
    await expect(resetPassword.newPassword).toHaveAttribute('type', 'password');
    await expect(resetPassword.confirmPassword).toHaveAttribute('type', 'password');
  });

  await step('a password can be shown, and submitting its form masks it again', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    await resetPassword.backToSignIn.click();
    await signIn.heading.waitFor();
    await signIn.email.fill(customer.email);
    await signIn.password.fill('Wrong-password-1');
    await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');
    await signIn.show.click();
    await expect(signIn.password).toHaveAttribute('type', 'text');
    await expect(signIn.password).toHaveValue('Wrong-password-1');
    await expect(signIn.hide).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL('/login');

    const reply = await console.addFault({ service: 'pool', match: 'POST /', fault: 'hold' });
    await signIn.submit.click();
    await expect(signIn.submit).toHaveAttribute('aria-busy', 'true');
    await expect(signIn.passkey).toHaveAttribute('aria-disabled', 'true');
    await expect(signIn.passkey).not.toHaveAttribute('aria-busy');
    await reply.remove();
    await expect(signIn.password).toHaveAttribute('type', 'password');
    await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');
    await expect(notices.error).toBeVisible();
    await expect(signIn.password).toHaveValue('Wrong-password-1');
  });

  await step('a rejected reset-code request explains why and keeps the email', async () => {
    await signIn.forgotPassword.click();
    pageErrors.allowResponse('pool', '/', 400);
    await forgotPassword.request(visitor.email);
    await expectRefusal(
      notices.error,
      'No account found with this email address',
      new Map([[forgotPassword.email, visitor.email]]),
    );
    await forgotPassword.email.press('End');
    await page.keyboard.type('a');
    await expect(notices.error).toBeHidden();
  });

  await step('a rejected reset explains why and keeps the form’s values', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    await forgotPassword.request(customer.email);
    await expect(resetPassword.heading).toBeVisible();
    const code = await console.mail(customer.email);
    const wrong = otherThan(code);

    await test.step('the reset can’t be submitted until all fields are filled in', async () => {
      await resetPassword.code.fill(code);
      await resetPassword.newPassword.fill(strong);
      await expect(resetPassword.submit).toBeDisabled();
      await resetPassword.confirmPassword.fill(strong);
      await expect(resetPassword.submit).toBeEnabled();
    });

    await test.step('passwords that don’t match are rejected', async () => {
      await resetPassword.reset(code, strong, `${strong}!`);
      await expect(resetPassword.confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
      await expect(resetPassword.confirmPassword).toBeFocused();
    });

    await test.step('a password that is too short is rejected', async () => {
      await resetPassword.reset(code, 'Ab1!');
      await expect(resetPassword.newPassword).toHaveAccessibleDescription(
        /Password must be at least 8 characters$/,
      );
      await expect(resetPassword.newPassword).toBeFocused();
    });

    await test.step('a wrong code is rejected, and all values stay', async () => {
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
    await expect(resetPassword.verifyEmail).toBeHidden();
    await resetPassword.resend.click();
    await expect(resetPassword.verifyEmail).toBeVisible();
  });

  await step('after a reset, Back skips its form, and its message stays above the sign-in form', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    const news = notices.success('Password reset successful! Please sign in with your new password.');
    await resetPassword.backToSignIn.click();
    await signIn.forgotPassword.click();
    await forgotPassword.request(customer.email);
    await expect(resetPassword.heading).toBeVisible();
    await resetPassword.reset(await console.mail(customer.email), strong);
    await expect(signIn.password).toBeFocused();
    await signIn.password.fill('Wrong-password-1');
    await signIn.submit.click();
    await expect(notices.error).toHaveText('Incorrect username or password.');
    const [newsTop, emailTop] = [await news.boundingBox(), await signIn.email.boundingBox()];
    expect(newsTop?.y).toBeLessThan(emailTop?.y ?? 0);
    await page.goBack();
    await expect(forgotPassword.heading).toBeVisible();
  });
});
