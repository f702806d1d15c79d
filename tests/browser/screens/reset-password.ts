import type { Page } from '@playwright/test';

export const resetPasswordScreen = (page: Page) => {
  const submit = page.getByRole('button', { name: 'Reset Password', exact: true });
  return {
    heading: page.getByRole('heading', { name: 'Reset your password', exact: true }),
    resend: page.getByRole('button', { name: 'Resend Code', exact: true }),
    submit,
    async reset(code: string, password: string) {
      await page.getByLabel('Verification code', { exact: true }).fill(code);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password', { exact: true }).fill(password);
      await submit.click();
    },
  };
};
