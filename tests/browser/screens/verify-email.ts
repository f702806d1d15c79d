import type { Page } from '@playwright/test';

export const verifyEmailScreen = (page: Page) => {
  const heading = page.getByRole('heading', { name: 'Verify your email', exact: true });
  const submit = page.getByRole('button', { name: 'Verify Email', exact: true });
  const code = page.getByLabel('Verification code', { exact: true });
  return {
    heading,
    code,
    submit,
    resend: page.getByRole('button', { name: 'Resend Code', exact: true }),
    backToSignUp: page.getByRole('link', { name: 'Back to sign up', exact: true }),
    async verify(digits: string) {
      await heading.waitFor();
      await code.fill(digits);
      await submit.click();
    },
  };
};
