import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { testCards } from './screens/checkout.ts';

const widths = [1280, 375] as const;
const height = 900;
const folder = 'docs/screens';
/** A test run leaves the pictures in the repository alone unless it is told to make new ones. */
const { UPDATE_SCREENS } = process.env;

/** Holds a screen to its width and to the rules of accessibility, and takes its picture. */
async function show(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => scrolledSideways(page), `${name} at ${width} px needs no sideways scrolling`)
      .toBe(0);

    const { violations } = await new AxeBuilder({ page }).analyze();
    const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    expect(wrong, `${name} at ${width} px is accessible`).toEqual([]);

    if (UPDATE_SCREENS === '1') await takePicture(page, `${folder}/${name}-${width}.png`, width);
  }
  await page.setViewportSize({ width: widths[0], height });
}

/** How far, in pixels, the page can be scrolled to the right. */
const scrolledSideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(Number.MAX_SAFE_INTEGER, 0);
    return window.scrollX;
  });

/** The whole page in a window as tall as itself, because fields of another origin are only drawn within the window. */
async function takePicture(page: Page, path: string, width: number): Promise<void> {
  const isModal = (await page.getByRole('dialog').count()) > 0;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!isModal) await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}

/** Awaits a toast and its end: while it fades, its text has too little contrast. */
async function toastPasses(page: Page, text: string): Promise<void> {
  const toast = page.getByText(text);
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden();
}

test('the screens of a guest fit and are accessible', async ({ page, visitor, customer, screens }) => {
  const { signIn, signUp, verifyEmail, forgotPassword, resetPassword } = screens;

  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await show(page, 'login');

  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  await show(page, 'signup');
  await signUp.register(visitor);
  await toastPasses(page, 'Account created!');
  await expect(verifyEmail.heading).toBeVisible();
  await show(page, 'verify-email');

  await forgotPassword.open();
  await expect(forgotPassword.heading).toBeVisible();
  await show(page, 'forgot-password');
  await forgotPassword.request(customer.email);
  await toastPasses(page, 'Password reset code sent to your email');
  await expect(resetPassword.heading).toBeVisible();
  await show(page, 'reset-password');

  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await show(page, 'terms');
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await show(page, 'privacy');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await show(page, 'not-found');
});

test('the screens of a customer fit and are accessible', async ({ page, visitor, console, screens }) => {
  const { signIn, dashboard, checkout, ledger } = screens;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await console.createUser(visitor, 23);
  await signIn.open();
  await signIn.signIn(visitor);
  await toastPasses(page, 'Welcome back!');
  await expect(ledger.rows.first()).toBeVisible();
  await show(page, 'dashboard');

  await ledger.open(0);
  await expect(ledger.details).toBeVisible();
  await show(page, 'transaction-details');
  await page.keyboard.press('Escape');

  await dashboard.buy('$25.00').click();
  await checkout.fillBilling(visitor);
  await checkout.fillCard(testCards.approved);
  await expect(checkout.pay('$25.00')).toBeEnabled();
  await show(page, 'checkout');

  await checkout.pay('$25.00').click();
  await toastPasses(page, 'Payment processed successfully!');
  await expect(dashboard.success).toBeVisible();
  await show(page, 'success');
});
