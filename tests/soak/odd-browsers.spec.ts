import type { Page } from '@playwright/test';
import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { oddConditions, refusable, refuseStorage } from '#tests/browser/odd-browsers.ts';

const alone = refusable.map((name) => ({
  browser: `that refuses ${name} alone`,
  prepare: (page: Page) => refuseStorage(page, [name]),
}));
const pairs = oddConditions.flatMap(([first, prepareFirst], index) =>
  oddConditions.slice(index + 1).map(([second, prepareSecond]) => ({
    browser: `${first}, and ${second}`,
    prepare: async (page: Page) => {
      await prepareFirst(page);
      await prepareSecond(page);
    },
  })),
);

for (const { browser, prepare } of [...alone, ...pairs])
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
