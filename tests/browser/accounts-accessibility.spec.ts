import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { visit } from './history.ts';
import { transitionsEnd } from './transitions.ts';

const widths = [320, 1280] as const;
const colorSchemes = ['light', 'dark'] as const;

/** Holds the state that a screen is in to the rules of accessibility, narrow and wide, light and dark. */
const expectAccessible = (page: Page, state: string): Promise<void> =>
  test.step(state, async () => {
    // A toast that fades has too little contrast for a moment, and is no status any more.
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        await transitionsEnd(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
        expect(wrong, `${state}, ${width} px wide, ${colorScheme}`).toEqual([]);
      }
    }
  });

test('sign-in and sign-up are accessible in their states', async ({
  page,
  addresses,
  customer,
  guard,
  screens: { signIn, signUp, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await signIn.open();
  await signIn.submit.click();
  await expect(notices.error).toBeVisible();
  await expectAccessible(page, 'sign-in with errors in its fields');

  await signIn.signIn({ email: customer.email, password: 'Wrong-password-1' });
  await expect(notices.error).toHaveText(/Incorrect username or password\.$/);
  await signIn.show.click();
  await expectAccessible(page, 'sign-in refused, with the password shown');

  await visit(page, '/login', { email: customer.email, message: 'Email verified!' });
  await expect(notices.success('Email verified!')).toBeVisible();
  await expectAccessible(page, 'sign-in with good news');

  await signIn.createAccount.click();
  await signUp.register({ ...customer, password: 'aB1' });
  await expect(notices.error).toBeVisible();
  await expectAccessible(page, 'sign-up refused, with some requirements met');
});

test('verification and reset are accessible in their states', async ({
  page,
  addresses,
  customer,
  visitor,
  guard,
  pool,
  screens: { signIn, verifyEmail, forgotPassword, resetPassword, notices },
}) => {
  guard.allowResponse(`${addresses.pool}/`, 400);
  await pool.register(visitor);
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await visit(page, '/verify-email', { email: visitor.email });
  await verifyEmail.submit.click();
  await expect(verifyEmail.code).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'verification without a code');

  await verifyEmail.resend.click();
  await expect(notices.toast('Verification code sent to your email')).toBeVisible();
  await verifyEmail.verify('abcdef');
  await expect(notices.error).toBeVisible();
  await expectAccessible(page, 'verification refused, while another code must wait');

  await forgotPassword.open();
  await forgotPassword.request('nobody@example.com');
  await expect(notices.error).toBeVisible();
  await expectAccessible(page, 'no reset code sent');

  await visit(page, '/reset-password', { email: customer.email });
  await resetPassword.reset('123456', 'short', 'other');
  await expect(notices.error).toHaveText(/New password, Confirm password$/);
  await expectAccessible(page, 'reset with errors in its fields');
});
