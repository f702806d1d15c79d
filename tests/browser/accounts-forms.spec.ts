import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { stopClock } from './page-clock.ts';

test('browsers and password managers are told what each field is for', async ({
  page,
  visitor,
  customer,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword },
}) => {
  await signUp.open();
  for (const [field, autocomplete] of [
    [signUp.firstName, 'given-name'],
    [signUp.lastName, 'family-name'],
    [signUp.email, 'email'],
    [signUp.phone, 'tel'],
    [signUp.password, 'new-password'],
  ] as const)
    await expect(field).toHaveAttribute('autocomplete', autocomplete);

  await signUp.signIn.click();
  await expect(signIn.email).toHaveAttribute('autocomplete', 'username');
  await expect(signIn.password).toHaveAttribute('autocomplete', 'current-password');

  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(verifyEmail.code).toHaveAttribute('inputmode', 'numeric');

  await forgotPassword.open();
  await expect(forgotPassword.email).toHaveAttribute('autocomplete', 'username');
  await forgotPassword.request(customer.email);
  await expect(resetPassword.code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(resetPassword.newPassword).toHaveAttribute('autocomplete', 'new-password');
  await expect(resetPassword.confirmPassword).toHaveAttribute('autocomplete', 'new-password');
  const owner = page.locator('form input[autocomplete="username"]');
  await expect(owner).toHaveValue(customer.email);
  await expect(owner).toBeHidden();
});

test('a field is checked 300 ms after a change and at once when it is left, and an untouched one is not', async ({
  page,
  customer,
  screens: { signIn, resetPassword, notices },
}) => {
  await page.clock.install();
  await signIn.open();
  await visit(page, '/reset-password', { email: customer.email });
  await expect(resetPassword.heading).toBeVisible();
  await stopClock(page);
  const { newPassword, confirmPassword } = resetPassword;

  await newPassword.fill('short');
  await page.clock.runFor(299);
  await expect(newPassword).not.toHaveAttribute('aria-invalid');
  await page.clock.runFor(1);
  await expect(newPassword).toHaveAccessibleDescription(/Password must be at least 8 characters$/);
  await newPassword.fill('Difference-1822?');
  await expect(newPassword).not.toHaveAttribute('aria-invalid');

  await newPassword.fill('short');
  await newPassword.press('Tab');
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Tab');
  await expect(confirmPassword).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmPassword).not.toHaveAttribute('aria-invalid');

  // As by a password manager, which fills several fields at once.
  for (const [field, text] of [
    [confirmPassword, 'other'],
    [newPassword, 'brief'],
  ] as const)
    await field.evaluate((input, filled) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('This is no field');
      input.value = filled;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  await page.clock.runFor(300);
  await expect(newPassword).toHaveAttribute('aria-invalid', 'true');
  await expect(confirmPassword).toHaveAccessibleDescription(/Passwords do not match$/);
  // Nothing was submitted: the fields speak for themselves.
  await expect(notices.error).toBeHidden();
});

test('emails and passwords may be pasted', async ({ page, context, screens: { signIn, signUp } }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  const paste = async (field: Locator, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.press('ControlOrMeta+A');
    await field.press('ControlOrMeta+V');
    await expect(field).toHaveValue(text);
  };
  await paste(signUp.email, 'ada@example.com');
  await paste(signUp.password, 'Analytical-1843!');
  await signUp.signIn.click();
  await signIn.heading.waitFor();
  await paste(signIn.email, 'grace@example.com');
  await paste(signIn.password, 'Analytical-1843!');
});

test('what is missing is said where it is missing and in a summary, and the focus goes there', async ({
  page,
  poolCalls,
  visitor,
  screens: { signIn, verifyEmail, notices },
}) => {
  await signIn.open();
  await expect(signIn.email).not.toHaveAttribute('aria-invalid');

  await signIn.submit.click();
  await expect(notices.error).toHaveText(/Please check: Email, Password$/);
  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
  await expect(signIn.email).toHaveAccessibleDescription(/Email is required$/);
  await expect(signIn.password).toHaveAccessibleDescription(/Password is required$/);

  await signIn.email.fill('ada@example.com');
  await expect(signIn.email).not.toHaveAttribute('aria-invalid');
  await expect(notices.error).toHaveText(/Please check: Password$/);
  await page.keyboard.press('Enter');
  await expect(signIn.password).toBeFocused();
  await signIn.password.fill('x');
  await expect(signIn.password).not.toHaveAttribute('aria-invalid');
  await expect(notices.error).toBeHidden();

  await visit(page, '/verify-email', { email: visitor.email });
  await verifyEmail.submit.click();
  await expect(notices.error).toHaveText(/Please check: Verification code$/);
  await expect(verifyEmail.code).toBeFocused();
  await expect(verifyEmail.code).toHaveAccessibleDescription(/Please enter the verification code$/);
  expect(poolCalls.all()).toEqual([]);
});

test('a phone number is formatted as it is typed, and sent in its international form', async ({
  page,
  visitor,
  screens: { signUp, verifyEmail },
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    const phone = /"phone_number","Value":"([^"]*)"/.exec(body)?.[1];
    if (phone !== undefined) sent.push(phone);
  });
  await signUp.open();
  await signUp.phone.pressSequentially('555123456789');
  await expect(signUp.phone).toHaveValue('(555) 123-4567');
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  expect(sent).toEqual(['+15551234567']);
});

test('each page has a title, and its heading gets the focus when it is navigated to', async ({
  page,
  visitor,
  customer,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword, dashboard },
}) => {
  await signIn.open();
  await expect(page).toHaveTitle('Sign in · Coffer');
  await expect(signIn.heading).not.toBeFocused();

  await signIn.createAccount.click();
  await expect(signUp.heading).toBeFocused();
  await expect(page).toHaveTitle('Create your account · Coffer');
  await signUp.signIn.click();
  await expect(signIn.heading).toBeFocused();
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeFocused();
  await expect(page).toHaveTitle('Forgot your password? · Coffer');
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeFocused();
  await expect(page).toHaveTitle('Reset your password · Coffer');
  await resetPassword.backToSignIn.click();
  await expect(signIn.heading).toBeFocused();

  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeFocused();
  await expect(page).toHaveTitle('Verify your email · Coffer');
  await verifyEmail.backToSignUp.click();
  await expect(signUp.heading).toBeFocused();
  await signUp.signIn.click();
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeFocused();
  await expect(page).toHaveTitle('Dashboard · Coffer');
});
