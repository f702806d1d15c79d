import * as v from 'valibot';
import { expect, expectDashboard, signInAs, test } from './session-fixtures.ts';

const linkedMailSchema = v.tupleWithRest([v.object({ link: v.string() })], v.unknown());

test('a hosted sign-in comes back to where the visitor was going, and its sign-out ends at both places', async ({
  page,
  pool,
  addresses,
  customer,
  screens: { signIn, dashboard },
}) => {
  await pool.set({ hostedUi: true });
  const single = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
  await page.goto('/dashboard?status=failed');
  await single.click();
  await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
  await signIn.email.fill(customer.email);
  await signIn.password.fill(customer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectDashboard(page, customer);
  await expect(page).toHaveURL('/dashboard?status=failed');

  await dashboard.signOut.click();
  await expect(page).toHaveURL('/login');
  await single.click();
  await page.waitForURL(`${addresses.pool}/oauth2/authorize?*`);
  await expect(signIn.password).toBeVisible();
});

test('an answer of the hosted pages that nobody asked for starts nothing, and leaves the address', async ({
  page,
  pool,
  screens: { notices },
}) => {
  await pool.set({ hostedUi: true });
  await page.goto('/login?code=forged&state=forged');
  await expect(notices.error).toHaveText(/Failed to sign in$/);
  await expect(page).toHaveURL('/login');
});

test('a link in the mail signs in by itself, and a reload while waiting says how to go on', async ({
  page,
  pool,
  addresses,
  visitor,
  screens: { signUp, notices },
}) => {
  await pool.set({ verification: 'link' });
  await signUp.open();
  await signUp.register(visitor);
  await expect(page.getByText('Waiting for you to open the link...')).toBeVisible();
  await expect(page.getByLabel('Verification code')).toHaveCount(0);
  const mail = await fetch(`${addresses.console}/mail?to=${encodeURIComponent(visitor.email)}`);
  const [{ link }] = v.parse(linkedMailSchema, await mail.json());
  await fetch(link);
  await page.clock.fastForward(5_000);
  await expectDashboard(page, visitor);
  await expect(page).toHaveURL('/dashboard');

  await page.evaluate(() => localStorage.clear());
  await signUp.open();
  await signUp.register({ ...visitor, email: `later-${visitor.email}` });
  await expect(page.getByText('Waiting for you to open the link...')).toBeVisible();
  await page.reload();
  await expect(
    notices.success('Please confirm your account and use your credentials to sign in.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('devices are listed and forgotten, and a pool that tracks none says so', async ({
  page,
  browser,
  pool,
  addresses,
  pageErrors,
  customer,
  session,
  screens: { signIn },
}) => {
  pageErrors.allowResponse(`${addresses.pool}/`, 400);
  await session.openAs(customer);
  await expectDashboard(page, customer);
  const devices = page.getByRole('button', { name: 'Devices', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Devices', exact: true });
  await devices.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Device tracking has not been configured in this User Pool',
  );
  await pool.set({ deviceTracking: true });
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(dialog).toContainText('No devices are remembered for your account.');
  await page.keyboard.press('Escape');
  await expect(devices).toBeFocused();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(signIn.heading).toBeVisible();
  await signInAs(page, customer);
  await devices.click();
  const items = dialog.getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(/Chrome\w* on Linux/);
  await page.keyboard.press('Escape');

  const elsewhere = await browser.newContext({ baseURL: addresses.app });
  await signInAs(await elsewhere.newPage(), customer);
  await elsewhere.close();
  await devices.click();
  await expect(items).toHaveCount(2);
  await items
    .filter({ hasNotText: 'This device.' })
    .getByRole('button', { name: /^Forget/ })
    .press('Enter');
  await expect(items).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(items.getByRole('button'), 'the focus stays where the device was').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(signIn.heading).toBeVisible();
});
