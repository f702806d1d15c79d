import type { Page } from '@playwright/test';
import { visit } from '#tests/browser/history.ts';
import { holdRequests } from '#tests/browser/hold-requests.ts';
import { pastTokenLife, stopClock } from '#tests/browser/page-clock.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

const filters = ['All', 'Pending', 'Failed', 'Refunded', 'Completed'] as const;

/** Doesn't wait for each page's content, because the test holds the pool's answer. */
const visitTenPlaces = async (page: Page): Promise<void> => {
  const { ledger } = screensOf(page);
  for (const number of [2, 3]) {
    for (const filter of filters) {
      await visit(page, `/dashboard?status=${filter.toLowerCase()}&page=${number}`);
      await expect(ledger.filter(filter)).toHaveAttribute('aria-pressed', 'true');
    }
  }
};

test('a customer has an expiring token', async ({
  context,
  page,
  addresses,
  customer,
  poolCalls,
  storeCalls,
  session,
  step,
}) => {
  await session.openAs(customer);
  await expectDashboard(page, customer);

  await step(
    '25, 26: two tabs whose token expired stay signed in with one refresh for twenty calls',
    async () => {
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

      // A page that is open while the time passes may begin a refresh, which a reload would cut.
      await Promise.all([page, other].map((tab) => tab.goto('about:blank')));
      await context.clock.fastForward(pastTokenLife);
      await Promise.all([page, other].map((tab) => tab.goto('/dashboard')));
      for (const tab of [page, other]) await expectDashboard(tab, customer);
      expect(poolCalls.count('refresh')).toBe(2);
    },
  );
});
