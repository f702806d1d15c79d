import type { Page } from '@playwright/test';
import { buyFirstPackage } from '#tests/browser/first-purchase.ts';
import { test } from '#tests/browser/fixtures.ts';
import { refuseStorage, removeNewFunctions, translatePages } from '#tests/browser/odd-browsers.ts';

const browsers: readonly [string, (page: Page) => Promise<void>][] = [
  ['without the functions of newer browsers', removeNewFunctions],
  ['that wraps each text for its translation', (page) => translatePages(page, 'wrap')],
  ['that replaces each text with its translation', (page) => translatePages(page, 'replace')],
  ['that refuses storage, channels and locks', refuseStorage],
];

for (const [browser, prepare] of browsers)
  test(`from sign-up to the ledger in a browser ${browser}`, async ({
    page,
    visitor,
    screens,
    console,
    payments,
  }) => {
    await prepare(page);
    await buyFirstPackage({ page, visitor, screens, console, payments });
  });
