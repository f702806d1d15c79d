import type { Page } from '@playwright/test';
import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { oddBrowsers, refusable, refuseStorage } from '#tests/browser/odd-browsers.ts';

const alone = refusable.map((refused) => ({
  name: `that refuses ${refused} alone`,
  prepare: (page: Page) => refuseStorage(page, [refused]),
}));
for (const { name, prepare } of [...alone, ...oddBrowsers])
  test(`a customer can sign up and buy credits in a browser ${name}`, async ({
    page,
    visitor,
    screens,
    console,
    payments,
    pageErrors,
  }) => {
    await prepare(page);
    await buyFirstPackage({ page, visitor, screens, console, payments, pageErrors });
  });
