import type { Locator, Page } from '@playwright/test';
import { savedCards } from '#gallery/harness/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { hiddenFocus, maxStops, tabTo } from './focus.ts';
import { visit } from './history.ts';
import { layoutProblems } from './layout.ts';
import { testCards } from './screens/checkout.ts';

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

  await step('in a narrow window, a toast keeps its margins, even next to a scrollbar', async () => {
    await signIn.openAs(visitor);
    const margins = () =>
      notices.toast('Welcome back!').evaluate((message) => {
        const box = message.closest('.Toastify__toast')?.getBoundingClientRect();
        const body = document.body.getBoundingClientRect();
        return { left: (box?.left ?? 0) - body.left, right: body.right - (box?.right ?? 0) };
      });
    await expect.poll(margins).toEqual({ left: 16, right: 16 });
  });

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
    await expect(ledger.details.getByRole('button', { name: 'Print receipt' })).toBeInViewport({
      ratio: 1,
    });
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

  await step('toasts avoid the balance on a phone and appear at the top right on a desktop', async () => {
    /** Returns the toast's box. Hovering keeps the toast open. */
    const boxOf = async (text: string) => {
      await notices.toast(text).hover();
      return notices.toast(text).evaluate((message) => {
        const box = message.closest('.Toastify__toast')?.getBoundingClientRect();
        const page = document.body.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0, margin: page.right - (box?.right ?? 0) };
      });
    };
    await page.evaluate(() => window.scrollTo(0, 0));
    // Wait until the toasts are gone, because a toast that is fading out still takes up room.
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    await expect(dashboard.balance.getByRole('status')).toContainText('Credits');
    const balance = await dashboard.balance.boundingBox();
    const balanceEnd = (balance?.y ?? 0) + (balance?.height ?? 0);
    expect(balanceEnd).toBeGreaterThan(0);

    await dashboard.signOut.click();
    await expect.poll(async () => (await boxOf('Signed out successfully')).top).toBeGreaterThan(balanceEnd);
    // The toast stays open on the new page, because the pointer is still over the toast.
    await expect(signIn.heading).toBeVisible();
    await expect.poll(() => layoutProblems(page)).toEqual([]);
    // The toast must be 8 px above the theme controls, the first controls that it could cover.
    const theme = await page.getByRole('radio', { name: 'System', exact: true }).boundingBox();
    expect((await boxOf('Signed out successfully')).bottom).toBe((theme?.y ?? 0) - 8);
    await page.mouse.move(0, 0);
    await expect(notices.toasts).toHaveCount(0);

    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn.signIn(visitor);
    expect(await boxOf('Welcome back!')).toMatchObject({ top: 72, margin: 16 });
  });
});

test('on a phone, the toast for a declined card covers no field label or error', async ({
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
  // Scroll first, because the scroll position determines where a toast has room.
  await checkout.failure.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  // Hovering keeps the toast open.
  await notices.toast(reason).hover();
  await expect
    .poll(async () => [await layoutProblems(page), await notices.toast(reason).isVisible()])
    .toEqual([[], true]);
});
