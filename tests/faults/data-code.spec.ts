import { readdir, readFile } from 'node:fs/promises';
import { siteFolder } from '../../build/outputs.ts';
import { expect, test } from '../browser/fixtures.ts';

const chunkWith = async (text: string): Promise<string> => {
  const names = (await readdir(`${siteFolder}/assets`)).filter((name) => name.endsWith('.js'));
  for (const name of names)
    if ((await readFile(`${siteFolder}/assets/${name}`, 'utf8')).includes(text)) return `/assets/${name}`;
  throw new Error(`No file of the build holds "${text}"`);
};

const gone = { status: 404, contentType: 'text/plain', body: 'Not found\n' };

test('50: one reload fetches code that a deployment replaced, but never during a payment', async ({
  page,
  customer,
  pageErrors,
  screens: { signIn, signUp, dashboard, checkout },
}) => {
  const dashboardCode = await chunkWith('Treasury Ledger Empty');
  const signUpCode = await chunkWith('haveAccount}');
  const toastCode = await chunkWith('Toastify__toast-container');
  for (const code of [dashboardCode, signUpCode, toastCode]) pageErrors.allowResponse('app', code, 404);
  pageErrors.allowMessage('A part of the app did not load: ');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });

  await test.step('hovering over a link whose code is gone does nothing, but a click reloads', async () => {
    await signIn.open();
    await page.route(signUpCode, (route) => (loads < 2 ? route.fulfill(gone) : route.continue()));
    await signIn.email.fill('visitor@example.com');
    // Hover twice: if the page had reloaded, the second hover would load the code.
    for (const link of [signIn.createAccount, signIn.forgotPassword, signIn.createAccount]) {
      const refused = link === signIn.createAccount && page.waitForResponse(`**${signUpCode}`);
      await link.hover();
      if (refused) expect((await refused).status()).toBe(404);
    }
    await expect(signIn.email).toHaveValue('visitor@example.com');
    await signIn.createAccount.click();
    await expect(signUp.heading).toBeVisible();
    expect(loads).toBe(2);
  });

  await test.step('one reload fetches the current code', async () => {
    loads = 0;
    await signIn.open();
    // Simulate a deployment that removed the old files: only after the reload does the code exist.
    await page.route(dashboardCode, (route) => (loads < 2 ? route.fulfill(gone) : route.continue()));
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    expect(loads).toBe(2);
  });

  await test.step('if one reload doesn’t fetch the missing code, the page offers another reload', async () => {
    let isGone = true;
    await page.route(dashboardCode, (route) => (isGone ? route.fulfill(gone) : route.continue()));
    await page.evaluate(() => sessionStorage.clear());
    loads = 0;
    await page.goto('/dashboard');
    await expect.poll(() => loads).toBe(2);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeEnabled();
    expect(loads).toBe(2);
    isGone = false;
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });

  await test.step('no reload interrupts a payment, and its outcome stays on the page', async () => {
    await page.route(toastCode, (route) => route.fulfill(gone));
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await dashboard.buy('$5.00').click();
    await checkout.fill(customer);
    loads = 0;
    await Promise.all([page.waitForResponse(`**${toastCode}`), checkout.pay('$5.00').click()]);
    await expect(dashboard.success).toContainText('500');
    await dashboard.continue.click();
    await expect(dashboard.balance.getByRole('status')).toHaveText('500 Credits');
    expect(loads).toBe(0);
  });
});
