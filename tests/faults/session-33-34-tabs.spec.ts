import { stopClock } from '#tests/browser/page-clock.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

test('signing in or out in one tab updates the others', async ({
  context,
  page,
  addresses,
  customer,
  visitor,
  console,
  session,
  step,
  screens: { dashboard, ledger, signIn },
}) => {
  const other = await context.newPage();

  await step('34: another user’s sign-in replaces the first user’s data in every tab', async () => {
    const second = { ...visitor, firstName: 'Grace' };
    await console.createUser(second, 3);
    await session.openAs(customer);
    await expectDashboard(page, customer);
    await expect(ledger.figure('Total Transactions')).toHaveText('0');

    await test.step('a sign-in through the form updates the other tab', async () => {
      await other.goto('/dashboard');
      await expectDashboard(other, customer);
      await stopClock(page);
      await screensOf(other).dashboard.signOut.click();
      await expect(screensOf(other).signIn.heading).toBeVisible();
      await expect(signIn.heading).toBeVisible();
      await screensOf(other).signIn.signIn(second);
      await expect(dashboard.welcome('Grace')).toBeVisible();
      await context.clock.resume();
      await expectDashboard(other, second);
      await expectDashboard(page, second);
      await expect(ledger.figure('Total Transactions')).toHaveText('3');
    });

    await test.step('an overwritten session updates the other tab immediately', async () => {
      const again = await sessionOf(addresses.pool, customer);
      await other.goto('/terms');
      await ledger.open(0);
      await expect(page).toHaveURL(/tx=/);
      await stopClock(page);
      await writeStorage(other, again);
      await expect(dashboard.welcome(customer.firstName)).toBeVisible();
      await context.clock.resume();
      await expectDashboard(page, customer);
      await expect(ledger.figure('Total Transactions')).toHaveText('0');
      await expect(page.getByText('Grace')).toHaveCount(0);
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(ledgerTexts.missing)).toHaveCount(0);
    });
  });

  await step('33: signing out ends every tab’s session immediately, and Back shows no data', async () => {
    await page.goto('/privacy');
    await page.goto('/dashboard');
    await expectDashboard(page, customer);
    await expect(other.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
    await other.goto('/dashboard');
    await expectDashboard(other, customer);
    const inOther = screensOf(other);
    for (const { ledger } of [screensOf(page), inOther]) {
      await ledger.filter('Pending').click();
      await expect(ledger.region).toContainText('No Pending Transactions');
    }
    const third = await context.newPage();
    await third.goto('/privacy');

    // With the clock stopped, polling can't sign out the other tab.
    await stopClock(page);
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    await expect(inOther.signIn.heading).toBeVisible();
    await expect(inOther.dashboard.balance).toBeHidden();
    await context.clock.resume();
    await expect(inOther.notices.toast('Your session has ended. Please sign in again.')).toBeVisible();

    for (const tab of [page, other]) {
      const shown: string[] = [];
      tab.on('request', (request) => shown.push(request.url()));
      await tab.goBack();
      await expect(screensOf(tab).signIn.heading).toBeVisible();
      await expect(tab.getByText(customer.firstName)).toHaveCount(0);
      await tab.goBack();
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(tab.getByText(customer.firstName)).toHaveCount(0);
      expect(shown.filter((url) => url.includes('/api/'))).toEqual([]);
    }
    await third.goto('/dashboard');
    await expect(screensOf(third).signIn.heading).toBeVisible();
  });
});
