import type { Locator, Page } from '@playwright/test';
import { savedCards } from '#gallery/harness/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { hiddenFocus, maxStops, tabTo } from './focus.ts';
import { visit } from './history.ts';
import { testCards } from './screens/checkout.ts';
import { transitionsEnd } from './transitions.ts';

/** A window of 1280 × 1024 px, zoomed to 400%. */
const zoomed = { width: 320, height: 256 } as const;
const phone = { width: 375, height: 812 } as const;

/** Returns whether the focus has moved to the browser's own controls. */
const isLeft = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === document.body);

/** Tabs from the heading past `last`. Asserts that the focus is always visible and nothing is cut off. */
const expectUsable = async (page: Page, last: Locator, leastStops: number): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).focus();
  const within = await tabTo(page, last);
  expect(within).toBeGreaterThanOrEqual(leastStops);
  for (let stops = within; ; stops += 1) {
    expect(stops).toBeLessThan(maxStops);
    await page.keyboard.press('Tab');
    await expect.poll(async () => ((await isLeft(page)) ? null : hiddenFocus(page))).toBeNull();
    if (await isLeft(page)) break;
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(zoomed.width);
};

test('at 400% zoom, every control is reachable and the focus is always visible', async ({
  page,
  visitor,
  console,
  screens: { signIn, signUp, dashboard, checkout, ledger, activity, billing, notices },
}) => {
  await page.setViewportSize(zoomed);
  await console.createUser(visitor, 23);
  const theme = page.getByRole('radio', { name: 'System', exact: true });
  await signUp.open();
  await expect(signUp.heading).toBeVisible();
  await expectUsable(page, theme, 9);
  await visit(page, '/login');
  await expect(signIn.heading).toBeVisible();
  await expectUsable(page, theme, 6);
  await signIn.submit.click();
  await expect(signIn.email).toBeFocused();
  await expect(notices.error).toBeVisible();
  await expect.poll(() => hiddenFocus(page)).toBeNull();

  await signIn.signIn(visitor);
  await dashboard.buy('$10.00').click();
  // Put the next field at the window's bottom edge, because the error appears when it gets the focus.
  await checkout.cardField('Card number').fill('4');
  await checkout.frame('Expiry').evaluate((frame) => frame.scrollIntoView({ block: 'end' }));
  await checkout.cardField('Card number').press('Tab');
  await expect(checkout.region.getByText('Card number must be 13-19 digits')).toBeVisible();
  await expect(checkout.cardField('Expiry')).toBeFocused();
  await expect.poll(() => hiddenFocus(page)).toBeNull();
  await checkout.fillCard(testCards.approved);
  await expect(checkout.saveCard).toBeFocused();
  await expect(ledger.region.getByRole('list', { name: 'Transaction Ledger' })).toBeVisible();
  await expectUsable(page, ledger.next, 30);
  await checkout.cancel.click();

  // Only simulate going offline, because other tests cover what fails offline.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expectUsable(page, ledger.next, 12);

  await visit(page, '/activity');
  await expect(activity.heading).toBeFocused();
  await expectUsable(page, activity.older, 5);

  await page.route('**/api/cards', (route) => route.fulfill({ json: { cards: savedCards } }));
  await visit(page, '/billing');
  await expect(billing.heading).toBeFocused();
  await expect(billing.cards).toHaveCount(savedCards.length);
  await expectUsable(page, billing.remove('American Express ending in 0005'), 3);
  await billing.heading.focus();
  await tabTo(page, theme, 'Shift+Tab');
});

test('the ledger, controls and toasts fit a phone', async ({
  page,
  visitor,
  console,
  step,
  screens: { signIn, header, dashboard, ledger, activity, billing, notices },
}) => {
  await page.setViewportSize(phone);
  await console.createUser(visitor, 23);

  await step(
    'on a phone, a toast takes the top of the window, and Escape or a swipe dismisses it',
    async () => {
      await signIn.openAs(visitor);
      const toast = page.locator('.Toastify__toast');
      const margins = await toast.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left, right: document.body.clientWidth - right };
      });
      expect(margins).toEqual({ left: 8, right: 8 });
      await page.keyboard.press('Escape');
      await expect(toast).toHaveCount(0);

      await dashboard.signOut.click();
      const box = await toast.boundingBox();
      const y = (box?.y ?? 0) + 20;
      const chromium = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
        chromium.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y })) });
      await touch('touchStart', 60);
      for (const x of [120, 180, 240]) await touch('touchMove', x);
      await touch('touchEnd');
      await expect(toast).toHaveCount(0);
      await signIn.signIn(visitor);
      await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
    },
  );

  await step('on a phone, the ledger is a list of cards that open by touch and keyboard', async () => {
    const cards = ledger.region.getByRole('list', { name: 'Transaction Ledger' }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    await expect(ledger.region.getByRole('table')).toHaveCount(0);

    await cards.nth(1).getByRole('heading').click();
    await expect(ledger.details).toBeVisible();
    await page.keyboard.press('Escape');
    await cards.nth(1).getByRole('button').press('Enter');
    await expect(ledger.details).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await step('using a control far below the ledger’s heading scrolls back to the heading', async () => {
    const heading = ledger.region.getByRole('heading', { level: 2 });
    await ledger.next.click();
    await expect(ledger.pageMark).toHaveText('Page 2 of 2');
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await ledger.filter('Completed').evaluate((button) => button.scrollIntoView({ block: 'start' }));
    await expect(heading).not.toBeInViewport();
    await ledger.filter('Completed').click();
    await expect(heading).toBeInViewport();
  });

  await step('each control is at least 44 px high, and a receipt’s print button is in view', async () => {
    const chromium = await page.context().newCDPSession(page);
    await chromium.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.setViewportSize({ width: phone.width, height: 667 });
    const lowControls = (within: Locator) =>
      within
        .locator('button:visible, select:visible')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.getBoundingClientRect().height < 44)
            .map((control) => control.ariaLabel ?? control.textContent),
        );
    expect(await lowControls(ledger.region)).toEqual([]);
    await ledger.region.getByText('Details', { exact: true }).first().click();
    await expect(ledger.details.getByRole('button', { name: 'Print receipt' })).toBeInViewport({ ratio: 1 });
    expect(await lowControls(ledger.details)).toEqual([]);
    await page.keyboard.press('Escape');

    const link = await header.activity.boundingBox();
    expect(link?.height).toBeGreaterThanOrEqual(44);
    await header.activity.click();
    await expect(activity.heading).toBeFocused();
    await expect(activity.older).toBeVisible();
    expect(await lowControls(activity.main)).toEqual([]);
    await header.dashboard.click();
    await expect(dashboard.welcome(visitor.firstName)).toBeFocused();

    await page.route('**/api/cards', (route) => route.fulfill({ json: { cards: savedCards } }));
    const [brand, signOut, first, last] = await Promise.all(
      [page.getByText('Coffer', { exact: true }), dashboard.signOut, header.dashboard, header.security].map(
        (part) => part.boundingBox(),
      ),
    );
    // Expect the brand and the actions in one row, and the links in another row.
    expect(signOut?.y).toBeLessThan((brand?.y ?? 0) + (brand?.height ?? 0));
    expect(first?.y).toBe(last?.y);
    await header.billing.click();
    await expect(billing.cards).toHaveCount(savedCards.length);
    expect(await lowControls(billing.region)).toEqual([]);
    await header.dashboard.click();
    await expect(dashboard.welcome(visitor.firstName)).toBeFocused();
    await chromium.detach();
    await page.setViewportSize(phone);
  });

  await step('toasts keep their place at the top right on a desktop', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await dashboard.signOut.click();
    const toast = notices.toast('Signed out successfully');
    // Hovering keeps the toast open.
    await toast.hover();
    const place = () =>
      toast.evaluate((message) => {
        const box = message.closest('.Toastify__toast')?.getBoundingClientRect();
        return { top: box?.top, margin: document.body.clientWidth - (box?.right ?? 0) };
      });
    await expect.poll(place).toEqual({ top: 72, margin: 16 });
    await expect(signIn.heading).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 300 });
    expect(await place()).toEqual({ top: 72, margin: 16 });
  });
});

test('on a phone, the toast for a declined card stays clear of the focus', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout, notices },
  pageErrors,
}) => {
  const reason = 'Your card was declined. Please try another card or contact your bank.';
  pageErrors.allowResponse('store', '/api/checkout/process-payment-token', 402);
  pageErrors.allowMessage(`Payment: ${reason}`);
  await page.setViewportSize({ width: phone.width, height: 667 });
  await session.openAs(customer);
  await dashboard.buy('$5.00').click();
  await checkout.fill(customer, testCards.declined);
  await checkout.pay('$5.00').click();
  await expect(notices.toast(reason)).toBeVisible();
  await expect(checkout.failure).toBeInViewport();
  // Hovering keeps the toast open, but not before its entrance has ended.
  await transitionsEnd(page);
  await notices.toast(reason).hover();
  const city = checkout.field('City');
  await city.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY));
  await city.press('Tab');
  await expect(notices.toast(reason)).toBeVisible();
  await expect.poll(() => hiddenFocus(page)).toBeNull();
});
