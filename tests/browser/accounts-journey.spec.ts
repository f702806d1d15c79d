import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { newPerson } from './people.ts';

/** Presses Tab until the focus is on what has this name: nobody needs to know how often. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to the ${role} ${name}`);
}

test('with the keyboard alone a visitor signs up, verifies the email and signs in', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail, dashboard, notices },
}) => {
  const { keyboard } = page;
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect(signIn.heading).toBeVisible();
  await tabTo(page, 'link', 'Create an account');
  await keyboard.press('Enter');
  await expect(signUp.heading).toBeFocused();

  await tabTo(page, 'textbox', 'First name');
  for (const text of [visitor.firstName, visitor.lastName, visitor.email, visitor.phone, visitor.password]) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Show password', exact: true })).toBeFocused();
  await keyboard.press('Space');
  await expect(signUp.password).toHaveAttribute('type', 'text');
  await tabTo(page, 'button', 'Create Account');
  await keyboard.press('Space');
  await expect(
    notices.toast('Account created! Please check your email for a verification code.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/verify-email');

  await expect(verifyEmail.heading).toBeFocused();
  await tabTo(page, 'textbox', 'Verification code');
  await keyboard.type(await console.mail(visitor.email));
  await keyboard.press('Enter');
  await expect(notices.toast('Email verified! Account is ready.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(notices.success('Email verified! Please sign in to complete setup.')).toBeVisible();
  await expect(signIn.email).toHaveValue(visitor.email);

  await expect(signIn.heading).toBeFocused();
  // Shift+Tab would leave the page: the password is the second field.
  await tabTo(page, 'textbox', 'Email');
  await keyboard.press('Tab');
  await expect(signIn.password).toBeFocused();
  await keyboard.type(visitor.password);
  await keyboard.press('Enter');
  await expect(notices.toast('Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.welcome(visitor.firstName)).toBeFocused();

  await keyboard.press('Tab');
  await tabTo(page, 'button', 'Sign Out');
  await keyboard.press('Enter');
  await expect(notices.toast('Signed out successfully')).toBeVisible();
  await expect(signIn.heading).toBeFocused();
});

test('an email that waits for its code survives a reload, until it is verified', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, verifyEmail },
}) => {
  await signUp.open();
  await signUp.register(visitor);
  await expect(verifyEmail.heading).toBeVisible();
  const lead = page.getByText(`We sent a 6-digit code to ${visitor.email}.`, { exact: true });
  await page.reload();
  await expect(lead).toBeVisible();

  // Another tab of this browser knows no state of navigation.
  const another = await page.context().newPage();
  await another.goto('/verify-email');
  await expect(another.getByText(visitor.email)).toBeVisible();
  await another.close();

  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.heading).toBeVisible();
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/signup');
});

test('an email that waits for its reset survives a reload, until the password is set', async ({
  page,
  customer,
  console,
  screens: { signIn, forgotPassword, resetPassword, notices },
}) => {
  const password = 'Difference-1822?';
  await forgotPassword.open();
  await forgotPassword.request(customer.email);
  await expect(notices.toast('Password reset code sent to your email')).toBeVisible();
  await expect(resetPassword.heading).toBeVisible();
  await page.reload();
  await expect(page.getByText(customer.email)).toBeVisible();
  await resetPassword.reset(await console.mail(customer.email), password);
  await expect(
    notices.toast('Password reset successfully! You can now sign in with your new password.'),
  ).toBeVisible();
  await expect(
    notices.success('Password reset successful! Please sign in with your new password.'),
  ).toBeVisible();
  await expect(signIn.email).toHaveValue(customer.email);
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/forgot-password');
});

test('the email that a page is told of is the one that is verified or reset', async ({
  page,
  visitor,
  customer,
  pool,
  console,
  screens: { signIn, verifyEmail, forgotPassword, resetPassword },
}) => {
  await pool.register(visitor);
  await signIn.open();
  await expect(signIn.heading).toBeVisible();

  await visit(page, '/verify-email', { email: newPerson().email });
  await expect(verifyEmail.heading).toBeVisible();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(page.getByText(`We sent a 6-digit code to ${visitor.email}.`, { exact: true })).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(signIn.email).toHaveValue(visitor.email);

  await visit(page, '/reset-password', { email: customer.email });
  await expect(resetPassword.heading).toBeVisible();
  await resetPassword.resend.click();
  await resetPassword.reset(await console.mail(customer.email), 'Difference-1822?');
  await expect(signIn.email).toHaveValue(customer.email);
  await signIn.forgotPassword.click();
  await expect(forgotPassword.heading).toBeVisible();
});

test('somebody who signs in before verifying goes on with the code, then signs in', async ({
  page,
  addresses,
  visitor,
  guard,
  pool,
  console,
  screens: { signIn, verifyEmail, dashboard, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await pool.register(visitor);
  await page.goto('/dashboard?status=failed');
  await signIn.signIn(visitor);
  await expect(page).toHaveURL('/verify-email');
  await expect(page.getByText(`We sent a 6-digit code to ${visitor.email}.`, { exact: true })).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(page).toHaveURL('/login');
  await expect(notices.success('Email verified! Please sign in to complete setup.')).toBeVisible();
  await signIn.password.fill(visitor.password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.welcome(visitor.email)).toBeVisible();
});

test('a customer may verify another email, and stays signed in', async ({
  page,
  customer,
  visitor,
  pool,
  console,
  screens: { signIn, verifyEmail, dashboard, notices },
}) => {
  await pool.register(visitor);
  await signIn.open();
  await signIn.signIn(customer);
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  await visit(page, '/verify-email', { email: visitor.email });
  await expect(verifyEmail.heading).toBeVisible();
  await verifyEmail.verify(await console.mail(visitor.email));
  await expect(notices.toast('Email verified! Account is ready.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
});

test('sign-up links to the terms and the privacy policy, which everybody may read', async ({
  page,
  screens: { signUp },
}) => {
  await signUp.open();
  await signUp.terms.click();
  await expect(page).toHaveURL('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  await page.goBack();
  await signUp.privacy.click();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
});
