import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { oddConditions } from '#tests/browser/odd-browsers.ts';

for (const [browser, prepare] of oddConditions)
  test(`from sign-up to the ledger in the browser ${browser}`, async ({
    page,
    visitor,
    screens,
    console,
    payments,
    pageErrors,
    addresses,
  }) => {
    await prepare(page);
    await buyFirstPackage({ page, visitor, screens, console, payments, pageErrors, addresses });
  });
