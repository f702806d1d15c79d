import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdApp, openHeld } from './held-app.ts';
import { appMounted } from './history.ts';
import { layoutShift } from './layout.ts';
import { sessionOf, writeStorage } from './stored-session.ts';

const lostPath = '/no-such-page';

const titles = {
  '/login': 'Sign in',
  '/signup': 'Create your account',
  '/terms': 'Terms of service',
  [lostPath]: 'Page not found',
};

const heading = (page: Page) => page.locator('h1');

/** Returns the content of #root without the support link, whose address comes from the configuration. */
const contentOf = async (page: Page): Promise<string> =>
  (await page.locator('#root').innerHTML()).replace(/<(a|span) [^>]*>Support<\/\1>/, '');

const keepHeading = (page: Page) =>
  page.evaluate(() => Object.assign(window, { kept: document.querySelector('h1') }).kept !== null);

const isHeadingKept = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'kept') === document.querySelector('h1'));

/** Asserts that hydration doesn't change the painted page. */
const hydrateInPlace = async (page: Page, release: () => Promise<void>): Promise<void> => {
  expect(await keepHeading(page)).toBe(true);
  const painted = await contentOf(page);
  await release();
  expect(await isHeadingKept(page)).toBe(true);
  expect(await contentOf(page)).toBe(painted);
  expect(await layoutShift(page)).toBeLessThan(leastShift);
};

/** Maximum layout shift while a page loads. Text may move slightly when its font replaces the fallback. */
const leastShift = 0.005;

test('guest pages are painted before the app loads', async ({
  page,
  pageErrors,
  step,
  screens: { forgotPassword, header },
}) => {
  for (const [path, title] of Object.entries(titles))
    await step(`${path} is painted before the app loads and hydrates in place`, async () => {
      if (path === lostPath) pageErrors.allowResponse('app', path, 404);
      const release = await openHeld(page, path);
      await expect(heading(page)).toHaveText(title);
      await expect(page).toHaveTitle(`${title} · Coffer`);
      await expect(header.nav).toHaveCount(0);
      // The second frame has the icons.
      await expect(page.locator('[data-covered]')).toHaveCount(0);
      await hydrateInPlace(page, release);
    });

  await step('a page that needs an email stays blank and redirects if there is no email', async () => {
    const release = await openHeld(page, '/reset-password');
    await expect(heading(page)).toBeHidden();
    await release();
    await expect(forgotPassword.heading).toBeVisible();
  });
});

test('reloaded pages show the visitor’s state before the app loads', async ({
  page,
  customer,
  visitor,
  addresses,
  step,
  screens: { signIn, signUp, verifyEmail, header, dashboard },
}) => {
  await step('a message for a visitor appears without a layout shift', async () => {
    await signIn.open();
    await appMounted(page);
    const message = 'Password reset successful! You can now sign in with your new password.';
    await page.evaluate(
      ([email, text]) => window.history.replaceState({ ...window.history.state, email, message: text }, ''),
      [customer.email, message] as const,
    );
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(heading(page)).toBeAttached();
    await expect(heading(page)).toBeHidden();
    await release();
    await expect(page.getByText(message)).toBeVisible();
    await expect(signIn.email).toHaveValue(customer.email);
    expect(await layoutShift(page)).toBeLessThan(leastShift);
  });

  await step('a visitor with a session never sees the sign-up form', async () => {
    await writeStorage(page, await sessionOf(addresses.pool, customer));
    const release = await openHeld(page, '/signup');
    await expect(heading(page)).toBeAttached();
    await expect(heading(page)).toBeHidden();
    await release();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });

  await step('a customer sees the header on a document page from the first paint', async () => {
    const release = await openHeld(page, '/terms');
    await expect(header.security).toBeVisible();
    await hydrateInPlace(page, release);
    await header.dashboard.click();
  });

  await step('a customer sees the dashboard’s frame immediately, but a guest doesn’t', async () => {
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Your Credits',
      'Credit Packages',
      'Transaction Ledger',
    ]);
    await expect(page.locator('section[aria-busy="true"]').first()).toBeVisible();
    await release();
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    expect(await layoutShift(page)).toBeLessThan(0.02);

    await page.evaluate(() => localStorage.clear());
    const releaseAgain = await holdApp(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(heading(page)).toBeAttached();
    await expect(heading(page)).toBeHidden();
    await releaseAgain();
    await expect(signIn.heading).toBeVisible();
  });

  await step('the verification page shows the unverified email before the app loads', async () => {
    await signIn.createAccount.click();
    await signUp.register(visitor);
    await expect(verifyEmail.heading).toBeVisible();
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText(`We sent a 6-digit code to ${visitor.email}.`)).toBeVisible();
    await hydrateInPlace(page, release);
  });
});
