import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';

test('a guest types passwords into the forms', async ({
  page,
  addresses,
  customer,
  pageErrors,
  step,
  screens: { signIn, signUp, resetPassword, notices },
}) => {
  await step('the checklist follows the password while typing, and is announced', async () => {
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

  await step('a password can be shown, and submitting its form masks it', async () => {
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await resetPassword.backToSignIn.click();
    await signIn.heading.waitFor();
    await signIn.email.fill(customer.email);
    await signIn.password.fill('Wrong-password-1');
    await expect(signIn.password).toHaveAttribute('type', 'password');
    await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');

    await signIn.show.click();
    await expect(signIn.password).toHaveAttribute('type', 'text');
    await expect(signIn.password).toHaveValue('Wrong-password-1');
    await expect(signIn.hide).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL('/login');

    await signIn.submit.click();
    await expect(signIn.password).toHaveAttribute('type', 'password');
    await expect(signIn.show).toHaveAttribute('aria-pressed', 'false');
    await expect(notices.error).toBeVisible();
    await expect(signIn.password).toHaveValue('Wrong-password-1');
  });
});
