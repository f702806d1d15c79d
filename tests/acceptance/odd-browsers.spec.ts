import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { oddBrowsers } from '#tests/browser/odd-browsers.ts';

// These two have all four conditions. `npm run test:soak` tries each pair.
for (const { name, prepare } of [...oddBrowsers.slice(0, 1), ...oddBrowsers.slice(-1)])
  test(`from sign-up to the ledger in the browser ${name}`, async ({
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
