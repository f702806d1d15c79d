import { stopClock } from '#tests/browser/page-clock.ts';
import { breakPool, expect, expectDashboard, test } from './session-fixtures.ts';

test('a customer signs out and in while the pool and the store fail', async ({
  page,
  addresses,
  customer,
  pageErrors,
  console,
  session,
  step,
  screens: { dashboard, signIn, notices },
}) => {
  await step(
    'a sign-out that the pool refuses is reported as failed, and the next one still signs out',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 500);
      await session.openAs(customer);
      await expectDashboard(page, customer);
      await breakPool(console, 'RevokeToken');
      await dashboard.signOut.click();
      await expect(notices.toast('Failed to sign out')).toBeVisible();
      await expectDashboard(page, customer);
      await dashboard.signOut.click();
      await expect(notices.toast('Signed out successfully')).toBeVisible();
      await expect(signIn.heading).toBeVisible();
    },
  );

  await step('a customer whose record can’t be created is let in, and the failure is logged', async () => {
    const profile = '/api/auth/profile';
    const failure = 'The customer record could not be checked:';
    pageErrors.allowResponse(`${addresses.store}${profile}`, 503);
    pageErrors.allowMessage(failure);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(profile)) asked += 1;
    });
    const logged = page.waitForEvent('console', (message) => message.text().includes(failure));
    await console.addFault({
      service: 'store',
      match: `GET ${profile}`,
      fault: 'status',
      status: 503,
      body: '{"detail":"Not now"}',
    });
    // With the clock stopped, the retry comes before the registration's time limit on any machine.
    await stopClock(page);
    await signIn.signIn(customer);
    const isRetried = async () => {
      await page.clock.runFor(50);
      return asked > 1;
    };
    await expect.poll(isRetried, { intervals: [100] }).toBe(true);
    await logged;
    await page.clock.resume();
    await expect(notices.toast('Welcome back!')).toBeVisible();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });
});
