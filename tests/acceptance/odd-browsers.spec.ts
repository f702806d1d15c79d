import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { refuseStorage, removeNewFunctions, translatePages } from '#tests/browser/odd-browsers.ts';

// `npm run test:soak` tries each pair of conditions.
test('a visitor signs up and buys in an old browser that wraps each text for its translation and refuses storage', async ({
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
