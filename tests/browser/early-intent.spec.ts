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

test('a guest’s early press or typed value survives until the app loads', async ({
  page,
  customer,
  pageErrors,
  poolCalls,
  step,
  screens: { signIn, signUp, forgotPassword, resetPassword, dashboard },
}) => {
  await step('early typing keeps its value and focus, and is validated as usual', async () => {
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

  await step('an early press runs once the app loads, even on a translated page', async () => {
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

  await step('if the app’s code fails to load, links work, and a submit reloads the page', async () => {
    pageErrors.allowMessage('net::ERR_FAILED');
    pageErrors.tolerateMessage('/config.json was preloaded using link preload but not used');
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
    await Promise.all([page.waitForEvent('load'), signIn.submit.click()]);
    await expect(signIn.heading).toBeVisible();
    expect(addresses.filter((address) => /visitor|Analytical/.test(address))).toEqual([]);
  });

  await step('an early submit is sent once the app loads, and its values never reach the URL', async () => {
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

test('loading the app keeps the scroll position and a press that is still held', async ({
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

test('a customer’s early press runs once the app loads', async ({
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

  await step('the last filter pressed is selected and keeps the focus', async () => {
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
    // Add a control to the prerendered page that the app renders only later.
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

  await step('an early press waits for a control that appears after the app loads', async () => {
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

  await step('early presses of links and Sign Out work, even on a document page', async () => {
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

test.describe('a page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('says that it needs JavaScript, and its form sends nothing', async ({
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
    // Without JavaScript, the page declares no icon, so the browser requests the default icon.
    await expect(await page.request.get('/favicon.ico')).toBeOK();
    expect(addresses.filter((address) => /visitor|Analytical/.test(address))).toEqual([]);
  });
});
