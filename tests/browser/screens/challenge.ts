import type { Page } from '@playwright/test';

export const challengeScreen = (page: Page) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const headings = {
    app: heading('Enter the code from your app'),
    phone: heading('Check your phone'),
    email: heading('Check your email'),
    choice: heading("How do you want to confirm it's you?"),
    setup: heading('Set up an authenticator app'),
    newPassword: heading('Choose a new password'),
  };
  const code = field('Verification code');
  const newPassword = field('New password');
  const submit = button('Continue');
  return {
    headings,
    code,
    newPassword,
    submit,
    firstName: field('First name'),
    useApp: button('Use an authenticator app'),
    sendText: button('Send a text message'),
    sendEmail: button('Send an email'),
    qrCode: page.getByRole('img', { name: 'QR code for your authenticator app' }),
    setupKey: page.getByRole('group', { name: 'Setup key' }),
    back: page.getByRole('link', { name: 'Back to sign in', exact: true }),
    async answer(digits: string) {
      await code.fill(digits);
      await submit.click();
    },
    async choosePassword(password: string) {
      await newPassword.fill(password);
      await submit.click();
    },
  };
};
