import { spendEntry } from '#tests/activity.ts';
import { newPerson } from '#tests/browser/people.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { pathsTo } from './reachable-strings.ts';
import { expect, expectDashboard, test } from './session-fixtures.ts';

/** Use the real clock, because a fake clock keeps each timer's stack and everything that it references. */
test.use({ pageClock: false });

test('a customer’s data leaves memory once another customer signs in', async ({
  context,
  page,
  people,
  console,
  session,
  screens: { activity, checkout, dashboard, header, ledger, signIn },
}) => {
  const first = { ...newPerson(), firstName: 'Grace', lastName: 'Hopper-Murray' };
  const second = newPerson();
  people.push(first, second);
  await console.createUser(first, 23);
  await console.createUser(second);

  await session.openAs(first);
  await expectDashboard(page, first);
  await ledger.open(0);
  const transaction = await ledger.fact('Transaction ID').textContent();
  if (transaction === null) throw new Error('The details show no transaction ID');
  await page.keyboard.press('Escape');
  await ledger.next.click();
  await expect(ledger.pageMark).toHaveText('Page 2 of 2');
  const reference = 'Summary of a letter to Howard';
  const entries = [{ ...spendEntry, description: reference }];
  await console.reply('GET /api/activity', { entries, next: null });
  await header.activity.click();
  await expect(activity.cell('Description')).toContainText(reference);
  await header.dashboard.click();
  const texts = [first.email, first.lastName, transaction, reference];

  await dashboard.buy('$10.00').click();
  await checkout.fillBilling(first);
  await dashboard.signOut.click();
  await expect(signIn.heading).toBeVisible();
  await signIn.signIn(second);
  await expectDashboard(page, second);
  const paths = await pathsTo(page, [...texts, second.email]);
  expect(paths.filter((path) => !path.startsWith(second.email))).toEqual([]);
  expect(paths, 'what this customer reads is accessible').not.toEqual([]);

  // Open the terms, because they stay open when the session ends in another tab.
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expectDashboard(other, second);
  await screensOf(other).dashboard.signOut.click();
  await expect(screensOf(other).signIn.heading).toBeVisible();
  await expect.poll(() => pathsTo(page, [second.email]), { timeout: 60_000 }).toEqual([]);
});
