import { expect, test } from '../browser/fixtures.ts';
import { historyMatch } from './data-answers.ts';

test('a long download can be watched and cancelled, and says when it fails', async ({
  visitor,
  addresses,
  pageErrors,
  console,
  session,
  screens: { ledger },
}) => {
  await console.createUser(visitor, 325);
  await session.openAs(visitor);
  await ledger.filter('All').click();
  await expect(ledger.pageMark).toHaveText('Page 1 of 33');
  const secondPart = await console.addFault({
    service: 'store',
    match: historyMatch,
    query: { page: '2', limit: '100' },
    fault: 'hold',
  });
  await ledger.download.click();
  await secondPart.held();
  await expect(ledger.region.getByText('All: 100 of 325 rows…')).toBeVisible();
  await expect(ledger.region.getByRole('progressbar')).toHaveAttribute('value', '100');
  await ledger.cancelDownload.click();
  await expect(ledger.download).toBeFocused();
  await expect(ledger.region.getByRole('progressbar')).toBeHidden();
  await secondPart.remove();

  pageErrors.allowResponse(`${addresses.store}/api/transactions/history`, 503);
  await console.addFault({
    service: 'store',
    match: historyMatch,
    query: { limit: '100' },
    fault: 'status',
    status: 503,
    body: '{"detail":"The books are being closed."}',
  });
  await ledger.download.click();
  await expect(
    ledger.region.getByText(
      'The download did not finish, and nothing was saved. The books are being closed.',
    ),
  ).toBeVisible();
  await expect(ledger.rows).toHaveCount(10);
});
