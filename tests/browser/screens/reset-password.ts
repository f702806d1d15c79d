import type { Page } from '@playwright/test';

export const resetPasswordScreen = (page: Page) => {
  const heading = page.getByRole('heading', { name: 'Reset your password', exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const fields = {
    code: field('Verification code'),
    newPassword: field('New password'),
    confirmPassword: field('Confirm password'),
  };
  const submit = page.getByRole('button', { name: 'Reset Password', exact: true });
  return {
    heading,
    ...fields,
    requirements: page.getByRole('list', { name: 'Password requirements', exact: true }),
    resend: page.getByRole('button', { name: 'Resend Code', exact: true }),
    submit,
    verifyEmail: page.getByRole('link', { name: 'Verify your email', exact: true }),
    backToSignIn: page.getByRole('link', { name: 'Back to sign in', exact: true }),
    async reset(code: string, password: string, confirmation = password) {
      await heading.waitFor();
      await fields.code.fill(code);
      await fields.newPassword.fill(password);
      await fields.confirmPassword.fill(confirmation);
      await submit.click();
    },
  };
};
