import type { Page } from '@playwright/test';

export const forgotPasswordScreen = (page: Page) => {
  const heading = page.getByRole('heading', { name: 'Forgot your password?', exact: true });
  const email = page.getByLabel('Email', { exact: true });
  const sendCode = page.getByRole('button', { name: 'Send Code', exact: true });
  return {
    heading,
    email,
    sendCode,
    backToSignIn: page.getByRole('link', { name: 'Back to sign in', exact: true }),
    open: () => page.goto('/forgot-password'),
    async request(address: string) {
      await heading.waitFor();
      await email.fill(address);
      await sendCode.click();
    },
  };
};
