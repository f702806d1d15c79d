import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openHeld } from './held-app.ts';
import { visit } from './history.ts';
import { newPerson } from './people.ts';
import { holdRequests } from './requests.ts';

const watchAddresses = (page: Page): readonly string[] => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
};

test('a guest types and presses before the app has loaded', async ({
  page,
  customer,
  pageErrors,
  poolCalls,
  step,
  screens: { signIn, signUp, forgotPassword, resetPassword, dashboard },
}) => {
  await step('early typing stays, with the focus, and is checked as usual', async () => {
    const release = await openHeld(page, '/signup');
    await signUp.phone.fill('5551234567');
    await signUp.password.click();
    await page.keyboard.type('Analytical-1843!');
    await release();
    await expect(signUp.phone).toHaveValue('(555) 123-4567');
    await expect(signUp.password).toHaveValue('Analytical-1843!');
    await expect(signUp.password).toBeFocused();
    await page.keyboard.type('?');
    await expect(signUp.password).toHaveValue('Analytical-1843!?');
    await expect(page.getByText('All password requirements are met')).toBeAttached();
  });

  await step('an early press runs once the app has loaded, also on a translated page', async () => {
    const releaseCode = await openHeld(page, '/forgot-password');
    await expect(forgotPassword.sendCode).toBeDisabled();
    await forgotPassword.email.fill(customer.email);
    await forgotPassword.sendCode.click();
    await releaseCode();
    await expect(resetPassword.heading).toBeVisible();

    const releaseAgain = await openHeld(page, '/login');
    await signIn.email.fill('visitor@example.com');
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('a')) {
        const font = document.createElement('font');
        font.append('Übersetzt');
        link.replaceChildren(font);
      }
    });
    await page.locator('a[href^="/forgot-password"]').click();
    await expect(signIn.heading).toBeVisible();
    await releaseAgain();
    await expect(forgotPassword.heading).toBeVisible();
    await expect(forgotPassword.email).toHaveValue('visitor@example.com');

    const releaseTerms = await openHeld(page, '/terms');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await releaseTerms();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL('/terms');
  });

  await step('if the app’s code is lost, links still work, and a submit tries to load it again', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    const pattern = /\/assets\/first-[^/]*\.js$/;
    await page.route(pattern, (route) => route.abort());
    const addresses = watchAddresses(page);
    await page.goto('/login');
    await signIn.forgotPassword.click();
    await expect(forgotPassword.heading).toBeVisible();
    await page.goBack();
    await signIn.email.fill('visitor@example.com');
    await signIn.password.fill('Analytical-1843!');
    await page.unroute(pattern);
    const reloaded = page.waitForEvent('load');
    await signIn.submit.click();
    await reloaded;
    await expect(signIn.heading).toBeVisible();
    expect(addresses.filter((address) => /visitor|Analytical/.test(address))).toEqual([]);
  });

  await step('an early submit is sent once the app has loaded, and never is in the address', async () => {
    const addresses = watchAddresses(page);
    const release = await openHeld(page, '/login');
    await signIn.email.fill(customer.email);
    await signIn.password.fill(customer.password);
    await page.keyboard.press('Enter');
    await signIn.submit.click();
    await release();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    expect(poolCalls.count('InitiateAuth')).toBe(1);
    for (const secret of [customer.email, customer.password]) {
      const forms = [secret, encodeURIComponent(secret)];
      expect(addresses.filter((address) => forms.some((form) => address.includes(form)))).toEqual([]);
    }
  });
});

test('a guest scrolls before the app has loaded, and a held press still counts', async ({
  page,
  screens: { signIn },
}) => {
  await page.setViewportSize({ width: 375, height: 600 });
  const release = await openHeld(page, '/terms');
  const back = page.getByRole('link', { name: 'Back to the store', exact: true });
  await back.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await back.hover();
  await page.mouse.down();
  await release();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.mouse.up();
  await expect(signIn.heading).toBeVisible();
});

test('a customer presses before the app has loaded', async ({
  page,
  console,
  session,
  step,
  screens: { signIn, header, billing, dashboard, ledger },
}) => {
  const customer = newPerson();
  await console.createUser(customer, 57);
  await session.openAs(customer);
  await expect(ledger.rows.first()).toBeVisible();
  const pressed = page.locator(':focus');

  await step('the filter that was pressed last is chosen, and keeps the focus', async () => {
    const release = await openHeld(page, '/dashboard');
    await ledger.filter('Pending').click();
    await ledger.filter('Failed').click();
    await release();
    await expect(page).toHaveURL(/status=failed/);
    await expect(ledger.filter('Failed')).toHaveAttribute('aria-pressed', 'true');
    await expect(ledger.cell('Status')).toHaveText(/Failed/);
    await expect(pressed).toHaveText('Failed');
  });

  const pressBeforeRowsCome = async () => {
    const releaseRows = await holdRequests(page, /\/api\/transactions\/history/);
    const release = await openHeld(page, '/dashboard');
    // A control of the prerendered page that the app only renders later.
    await page.evaluate(() => {
      const extra = document.createElement('button');
      extra.type = 'button';
      extra.textContent = 'Next';
      document.querySelector('#root fieldset')?.after(extra);
      extra.click();
    });
    await release();
    await expect(ledger.filter('Completed')).toBeVisible();
    return releaseRows;
  };

  await step('a control that appears after the app has loaded is pressed then', async () => {
    const releaseRows = await pressBeforeRowsCome();
    releaseRows();
    await expect(page).toHaveURL(/page=2/);
  });

  await step('newer input or navigation cancels an early press', async () => {
    const releaseRows = await pressBeforeRowsCome();
    await page.keyboard.press('Shift');
    releaseRows();
    await expect(ledger.rows.first()).toBeVisible();
    await expect(page).not.toHaveURL(/page=2/);

    const releaseMore = await pressBeforeRowsCome();
    await visit(page, '/terms');
    await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
    await page.goBack();
    releaseMore();
    await expect(ledger.rows.first()).toBeVisible();
    await expect(page).not.toHaveURL(/page=2/);
  });

  await step('a link leads to its page, and Sign Out signs out, also on a document', async () => {
    const release = await openHeld(page, '/dashboard');
    await header.billing.click();
    await expect(page).toHaveURL('/billing');
    await release();
    await expect(billing.heading).toBeVisible();

    const releaseAgain = await openHeld(page, '/terms');
    await dashboard.signOut.click();
    await releaseAgain();
    await expect(signIn.heading).toBeVisible();
    await expect(page.getByText('Signed out successfully')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs, and a form sends nothing', async ({
    page,
    pageErrors,
    screens: { signIn },
  }) => {
    const refusal = pageErrors.allowMessage('Content Security Policy directive: "form-action');
    const addresses = watchAddresses(page);
    await page.goto('/login');
    await expect(page.locator('noscript')).toBeVisible();
    await signIn.email.fill('visitor@example.com');
    await signIn.password.fill('Analytical-1843!');
    // The CSP blocks the navigation, so Playwright would wait for it forever.
    await signIn.submit.click({ noWaitAfter: true });
    await refusal.occurred();
    // Such a page names no icon, so the browser requests the default one.
    await expect(await page.request.get('/favicon.ico')).toBeOK();
    expect(addresses.filter((address) => /visitor|Analytical/.test(address))).toEqual([]);
  });
});
