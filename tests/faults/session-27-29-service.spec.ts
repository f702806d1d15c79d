import { pastTokenLife, stopClock } from '#tests/browser/page-clock.ts';
import { expect, expectDashboard, readSessionEntries, test, unavailable } from './session-fixtures.ts';

const limit = '00:10';

test('a customer signs in at a failing user pool, loses the network, and then the session', async ({
  context,
  page,
  addresses,
  customer,
  pageErrors,
  pool,
  poolCalls,
  console,
  step,
  screens: { signIn, ledger, notices },
}) => {
  await step(
    '29: a user pool that answers HTML pages, or nothing, is called unavailable in 10 s',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 502);
      const stays = "The account service is unavailable right now. You're still signed in.";

      await test.step('at sign-in', async () => {
        await signIn.open();
        await console.addFault({ service: 'pool', match: 'POST / InitiateAuth', fault: 'hang' });
        await stopClock(page);
        await signIn.signIn(customer);
        await expect.poll(() => poolCalls.count('InitiateAuth')).toBe(1);
        await expect(notices.error).toBeHidden();
        await page.clock.runFor(limit);
        await expect(notices.errorLines).toHaveText(['Failed to sign in', unavailable]);
        await expect(signIn.email).toHaveValue(customer.email);

        await page.clock.resume();
        await console.clearFaults();
        await signIn.submit.click();
        await expectDashboard(page, customer);
      });

      await test.step('at a refresh', async () => {
        const before = poolCalls.count('refresh');
        const { refreshToken } = await readSessionEntries(page);
        await console.addFault({ service: 'pool', match: 'POST / InitiateAuth', fault: 'html', status: 502 });
        await stopClock(page, pastTokenLife);
        await ledger.filter('Pending').click();
        await expect.poll(() => poolCalls.count('refresh')).toBeGreaterThan(before);
        await page.clock.runFor(limit);
        await expect(ledger.region.getByText('Treasury Access Error')).toBeVisible();
        await page.clock.resume();
        await expect(notices.toast(stays)).toBeVisible();
        expect(await readSessionEntries(page)).toMatchObject({ refreshToken });

        await console.clearFaults();
        await ledger.region.getByRole('button', { name: 'Retry', exact: true }).click();
        await expect(ledger.region).toContainText('No Pending Transactions');
        await ledger.filter('Completed').click();
      });
    },
  );

  await step(
    '27: going offline during a refresh keeps the session, and says that the network is down',
    async () => {
      pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
      await expectDashboard(page, customer);
      const { refreshToken } = await readSessionEntries(page);

      await page.clock.fastForward(pastTokenLife);
      await context.setOffline(true);
      await expect(page.getByText(/^You are offline\./)).toBeVisible();
      await ledger.filter('Pending').click();
      await page.clock.runFor('00:02');
      await expect(ledger.region.getByText('Treasury Access Error')).toBeVisible();
      expect(await readSessionEntries(page)).toMatchObject({ refreshToken });

      await context.setOffline(false);
      await expect(page.getByText(/^You are offline\./)).toBeHidden();
      await expect(ledger.region).toContainText('No Pending Transactions');
      await page.reload();
      await expectDashboard(page, customer);
    },
  );

  await step(
    '28: a revoked session ends at the sign-in page at once, with one request and no timer',
    async () => {
      pageErrors.allowResponse(`${addresses.pool}/`, 400);
      await ledger.filter('Completed').click();
      await expectDashboard(page, customer);
      await pool.revokeSessions(customer.email);
      await stopClock(page, pastTokenLife);
      await ledger.filter('Pending').click();
      await expect(signIn.heading).toBeVisible();
      await context.clock.resume();
      await expect(notices.toast('Your session has ended. Please sign in again.')).toBeVisible();
      expect(poolCalls.count('refresh')).toBe(1);
      expect(await readSessionEntries(page)).toEqual({});
    },
  );
});
