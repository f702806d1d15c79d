import type { Page } from '@playwright/test';
import { tokens } from '#ui/theme/tokens.ts';
import { expect, test } from './fixtures.ts';
import { transitionsEnd } from './transitions.ts';

/** The least width and height of what is pressed, in pixels (WCAG 2.2, 2.5.8). */
const leastTarget = 24;

/** Counts the `<style>` elements that are put into the page after it was read: what a strict policy would refuse. */
const watchStyles = () => {
  let styles = 0;
  Object.assign(window, { addedStyles: () => styles });
  new MutationObserver((records) => {
    if (document.readyState === 'loading') return;
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element)
          styles += Number(node.matches('style')) + node.querySelectorAll('style').length;
  }).observe(document, { childList: true, subtree: true });
};

const addedStyles = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const count: unknown = Reflect.get(window, 'addedStyles');
    return typeof count === 'function' ? count() : undefined;
  });

/** What is too small to be pressed with ease. Links in running text are as high as their line. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isInText = (element: Element) =>
      element.matches('a') && getComputedStyle(element).display === 'inline';
    return [...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter((element) => element.checkVisibility() && !isInText(element))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) < least;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  }, leastTarget);

/** Holds a screen to the room of its targets, on a phone and on a desk, and to the styles that it came with. */
const expectSound = (page: Page, screen: string): Promise<void> =>
  test.step(screen, async () => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // What depends on the width is drawn anew after it.
      await expect.poll(() => smallTargets(page), `${screen}, ${width} px wide`).toEqual([]);
    }
    expect(await addedStyles(page), `<style> elements of ${screen}`).toBe(0);
  });

test.beforeEach(({ page }) => page.addInitScript(watchStyles));

test('all of a guest’s screens have targets with room, and inject no styles', async ({
  addresses,
  page,
  pageErrors,
  visitor,
  customer,
  screens: { signIn, signUp, verifyEmail, forgotPassword, resetPassword, notices },
}) => {
  await signIn.open();
  await signIn.submit.click();
  await expect(notices.error).toBeVisible();
  await expectSound(page, 'sign-in with errors');

  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  await expectSound(page, 'sign-up');
  await signUp.register(visitor);
  await expect(
    notices.toast('Account created! Please check your email for a verification code.'),
  ).toBeVisible();
  await expect(verifyEmail.heading).toBeVisible();
  await expectSound(page, 'verification, with a toast');

  await forgotPassword.open();
  await expect(forgotPassword.heading).toBeVisible();
  await expectSound(page, 'forgotten password');
  await forgotPassword.request(customer.email);
  await expect(resetPassword.heading).toBeVisible();
  await expectSound(page, 'reset');

  pageErrors.allowResponse(`${addresses.app}/no/such/page`, 404);
  for (const path of ['/terms', '/privacy', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(page, path);
  }
});

test('all of a customer’s screens have targets with room, and inject no styles', async ({
  page,
  visitor,
  console,
  addresses,
  pageErrors,
  session,
  screens: { dashboard, checkout, ledger },
}) => {
  // The pool tracks no devices, and says so.
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await console.createUser(visitor, 23);
  await session.openAs(visitor);
  await expect(ledger.rows.first()).toBeVisible();
  await expectSound(page, 'dashboard');

  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await ledger.open(0);
  await expect(ledger.details).toBeVisible();
  await expectSound(page, 'transaction details');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Devices', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Devices' })).toBeVisible();
  await expectSound(page, 'devices');
  await page.keyboard.press('Escape');

  await dashboard.buy('$25.00').click();
  await checkout.fill(visitor);
  await expect(checkout.pay('$25.00')).toBeEnabled();
  await expectSound(page, 'checkout');
  await checkout.pay('$25.00').click();
  await expect(dashboard.success).toBeVisible();
  await expectSound(page, 'success');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`a dialog shades the whole window in the ${colorScheme} theme, the room of the scrollbar included`, async ({
    page,
    context,
    visitor,
    console,
    session,
    screens: { ledger },
  }) => {
    await page.emulateMedia({ colorScheme });
    await console.createUser(visitor, 23);
    await session.openAs(visitor);
    await ledger.open(0);
    await expect(ledger.details).toBeVisible();
    const width = 375;
    await page.setViewportSize({ width, height: 812 });
    const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
    expect(pageWidth).toBeLessThan(width);
    const patch = { x: 0, y: 400, width: 4, height: 4 };
    const blank = await context.newPage();
    await blank.setContent(`<body bgcolor="${tokens.palettes[colorScheme].canvasShaded}">`);
    const shade = await blank.screenshot({ clip: patch });
    await page.bringToFront();
    await transitionsEnd(page);
    const gutter = await page.screenshot({ clip: { ...patch, x: pageWidth + 4 } });
    expect(gutter.equals(shade)).toBe(true);
  });
