import * as v from 'valibot';
import { expect, expectDashboard, test } from './session-fixtures.ts';

const linkedMailSchema = v.tupleWithRest([v.object({ link: v.string() })], v.unknown());

test('a guest signs in by a link, and at the hosted pages', async ({
  page,
  pool,
  addresses,
  anotherVisitor,
  customer,
  visitor,
  step,
  screens: { signUp, signIn, dashboard, notices },
}) => {
  await step(
    'a link in the mail signs in automatically, and a reload while waiting says how to continue',
    async () => {
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

      await dashboard.signOut.click();
      await signIn.createAccount.click();
      await signUp.register(anotherVisitor());
      await expect(page.getByText('Waiting for you to open the link...')).toBeVisible();
      await page.reload();
      await expect(
        notices.success('Please confirm your account and use your credentials to sign in.'),
      ).toBeVisible();
      await expect(page).toHaveURL('/login');
    },
  );

  await step(
    'an unrequested answer of the hosted pages starts nothing, and is removed from the address',
    async () => {
      await pool.set({ hostedUi: true });
      await page.goto('/login?code=forged&state=forged');
      await expect(notices.error).toHaveText(/Failed to sign in$/);
      await expect(page).toHaveURL('/login');
    },
  );

  await step(
    'a hosted sign-in returns to the requested page, and its sign-out ends both sessions',
    async () => {
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
    },
  );
});
