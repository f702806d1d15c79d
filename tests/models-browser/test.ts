import { type BrowserContextOptions, expect } from '@playwright/test';
import * as v from 'valibot';
import { historySchema } from '#domain/store-api.ts';
import { createConsole } from '#tests/browser/console.ts';
import { test as base } from '#tests/browser/fixtures.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import { addressesOfRun } from '#tests/browser/sandbox/addresses.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { type Hands, handsFor } from './hands.ts';
import { gateRules } from './manuals.ts';

/** A customer with a long ledger, and the browser's storage after signing in. */
interface SignedIn {
  readonly person: Person;
  readonly storageState: Awaited<BrowserContextOptions['storageState']>;
  readonly newestTransaction: string;
}

/** Enough for two pages of a download of the completed ones. */
const transactions = 200;

/** A browser test in which one walks with hands. Its pages begin signed in; for `isGuest` they don't. */
export const test = base.extend<{ readonly hands: Hands; readonly isGuest: boolean }, { signedIn: SignedIn }>(
  {
    isGuest: [false, { option: true }],
    signedIn: [
      async ({ browser }, use) => {
        const addresses = addressesOfRun();
        const person = newPerson();
        await createConsole(addresses.console).createUser(person, transactions);
        const context = await browser.newContext({ baseURL: addresses.app });
        const page = await context.newPage();
        const { signIn, dashboard } = screensOf(page);
        const reading = page.waitForResponse((response) =>
          response.url().includes('/api/transactions/history'),
        );
        await signIn.open();
        await signIn.signIn(person);
        await expect(dashboard.welcome(person.firstName)).toBeVisible();
        const { transactions: rows } = v.parse(historySchema, await (await reading).json());
        const storageState = await context.storageState();
        await context.close();
        await use({ person, storageState, newestTransaction: rows[0]?.id ?? '' });
      },
      { scope: 'worker' },
    ],
    storageState: async ({ signedIn, isGuest }, use) => {
      await use(isGuest ? undefined : signedIn.storageState);
    },
    hands: async (
      {
        page,
        context,
        screens,
        console,
        pool,
        payments,
        guard,
        addresses,
        signedIn: { person, newestTransaction },
      },
      use,
    ) => {
      await use(
        handsFor(
          { page, context, screens, console, pool, payments, guard, addresses, person, newestTransaction },
          gateRules,
        ),
      );
    },
  },
);
