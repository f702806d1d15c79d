import { holdRequests } from '#tests/browser/hold-requests.ts';
import { expect, test } from '../browser/fixtures.ts';
import { expectDataInvariants } from './data-invariants.ts';

test('40: nonsense in the address is clamped, and the address made right', async ({
  page,
  visitor,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor);
  await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
  await expect(ledger.pageMark).toHaveText(/^Page 1 of \d$/);
  const pages = Number((await ledger.pageMark.textContent())?.split(' of ')[1]);

  for (const [search, right] of [
    ['?page=0', ''],
    ['?page=-1', ''],
    ['?page=abc', ''],
    ['?page=1.5', ''],
    ['?page=2.9', '?page=2'],
    ['?page=9999', `?page=${pages}`],
    ['?page=99999999999999999999', `?page=${pages}`],
    ['?status=lost', ''],
    ['?status=all&page=9999', '?status=all&page=6'],
    ['?status=completed&page=1', ''],
    ['?page=2&tx=nowhere', '?page=2'],
    ['?status=refunded&page=-3&tx=&other=1', '?status=refunded'],
  ] as const)
    await test.step(search, async () => {
      const length = await page.evaluate(() => history.length);
      await page.goto(`/dashboard${search}`);
      await expect(page).toHaveURL(`/dashboard${right}`);
      await expect(ledger.rows.first()).toBeVisible();
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1);
    });
  await expectDataInvariants(page, payments);
});

test('41: of replies in reverse order only the latest is shown', async ({
  context,
  page,
  visitor,
  console,
  payments,
  session,
  screens: { ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor);
  await expect(ledger.rows).toHaveCount(10);

  const release = await holdRequests(context, /history\?.*status=failed/);
  const late = page.waitForResponse((response) => response.url().includes('status=failed'));
  await ledger.filter('Failed').click();
  await ledger.filter('Refunded').click();
  await expect(ledger.cell('Status')).toHaveText('Refunded');
  release();
  await (await late).finished();
  await expect(ledger.filter('Refunded')).toHaveAttribute('aria-pressed', 'true');
  await expect(ledger.cell('Status')).toHaveText('Refunded');
  await expect(page).toHaveURL('/dashboard?status=refunded');
  await expectDataInvariants(page, payments);
});
