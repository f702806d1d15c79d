import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { refuseStorage, removeNewFunctions, translatePages } from '#tests/browser/odd-browsers.ts';

// `npm run test:soak` tests each pair of these browser conditions.
test('a visitor can sign up and buy in an old browser that translates pages and refuses storage', async ({
  page,
  visitor,
  screens,
  console,
  payments,
  pageErrors,
}) => {
  for (const prepare of [removeNewFunctions, refuseStorage]) await prepare(page);
  await translatePages(page, 'wrap');
  await buyFirstPackage({ page, visitor, screens, console, payments, pageErrors });
});
