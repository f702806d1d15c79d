import type { Page } from '@playwright/test';
import { visit } from '#tests/browser/history.ts';
import { pastTokenLife, stopClock } from '#tests/browser/page-clock.ts';
import { holdRequests } from '#tests/browser/requests.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { expect, expectDashboard, readSessionEntries, test, unavailable } from './session-fixtures.ts';

const limit = '00:10';

const filters = ['All', 'Pending', 'Failed', 'Refunded', 'Completed'] as const;

/** Visits ten URLs without waiting for their content, because the test holds the pool's response. */
const visitTenPlaces = async (page: Page): Promise<void> => {
  const { ledger } = screensOf(page);
  for (const number of [2, 3]) {
    for (const filter of filters) {
      await visit(page, `/dashboard?status=${filter.toLowerCase()}&page=${number}`);
      await expect(ledger.filter(filter)).toHaveAttribute('aria-pressed', 'true');
    }
  }
};

test('a session survives expired tokens and a lost network, but not a revocation', async ({
  context,
  page,
  addresses,
  customer,
  pageErrors,
  pool,
  poolCalls,
  storeCalls,
  console,
  step,
  screens: { signIn, ledger, notices },
}) => {
  await step('29: a user pool that doesn’t respond is reported as unavailable after 10 s', async () => {
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

  await step('25, 26: two tabs with an expired token share one refresh for twenty calls', async () => {
    const other = await context.newPage();
    await other.goto('/dashboard');
    for (const tab of [page, other]) await expectDashboard(tab, customer);
    const before = storeCalls.count(200);
    await stopClock(page, pastTokenLife);
    const release = await holdRequests(context, `${addresses.pool}/`);

    await Promise.all([visitTenPlaces(page), visitTenPlaces(other)]);
    release();
    await context.clock.resume();
    await expect.poll(() => storeCalls.count(200) - before).toBeGreaterThanOrEqual(20);
    for (const tab of [page, other]) await expectDashboard(tab, customer);
    expect(poolCalls.count('refresh')).toBe(1);
    expect(storeCalls.count(401)).toBe(0);

    // While the time passes, an open page could start a refresh, which a reload would abort.
    await Promise.all([page, other].map((tab) => tab.goto('about:blank')));
    await context.clock.fastForward(pastTokenLife);
    await Promise.all([page, other].map((tab) => tab.goto('/dashboard')));
    for (const tab of [page, other]) await expectDashboard(tab, customer);
    expect(poolCalls.count('refresh')).toBe(2);
    await other.close();
  });

  await step('27: a refresh while offline keeps the session and names the missing network', async () => {
    pageErrors.allowMessage('net::ERR_INTERNET_DISCONNECTED');
    await expectDashboard(page, customer);
    const { refreshToken } = await readSessionEntries(page);

    await page.clock.fastForward(pastTokenLife);
    await context.setOffline(true);
    await expect(page.getByText(/^You're offline\./)).toBeVisible();
    await ledger.filter('Pending').click();
    await page.clock.runFor('00:02');
    await expect(ledger.region.getByText('Treasury Access Error')).toBeVisible();
    expect(await readSessionEntries(page)).toMatchObject({ refreshToken });

    await context.setOffline(false);
    await expect(page.getByText(/^You're offline\./)).toBeHidden();
    await expect(ledger.region).toContainText('No Pending Transactions');
    await page.reload();
    await expectDashboard(page, customer);
  });

  await step('28: a revoked session leads to sign-in after one request, without a timer', async () => {
    pageErrors.allowResponse('pool', '/', 400);
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
  });
});
