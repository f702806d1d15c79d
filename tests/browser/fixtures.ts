import { test as base, expect } from '@playwright/test';
import { type SharedLocalServices, servicesOfRun } from '../services/shared-services.ts';
import { type Console, createConsole } from './console.ts';
import { slowDown } from './cpu.ts';
import { type KeptContext, keptContextIn, pagesOf } from './kept-context.ts';
import type { Addresses } from './local/addresses.ts';
import { type PageErrors, watchPageErrors } from './page-errors.ts';
import { type Payments, watchPayments } from './payments.ts';
import { newPerson, type Person } from './people.ts';
import { createUserPool, type PoolCalls, type UserPool, watchPool } from './pool.ts';
import { type Screens, screensOf } from './screens/index.ts';
import { type StoredSession, storedSessionIn } from './stored-session.ts';

export { expect };

/**
 * A step of a visit that is held to what a test is held to: its pages complain of what it allows alone, and the services are
 * as they began when it ends. What is counted begins anew with it. It saves the visit that a test of its own would begin with.
 */
export type Step = (title: string, body: () => Promise<void>) => Promise<void>;

interface Options {
  /** Whether the clock of all pages is installed, as `clock.install` does it. */
  readonly pageClock: boolean;
  /**
   * Whether the browser's cache is empty at first, as in a first visit. Else it may hold files of the app and of the gateway
   * that an earlier test has loaded: both can be kept by a browser, and what is not compiled anew saves a third of a visit.
   */
  readonly coldCache: boolean;
}

interface Fixtures {
  readonly addresses: Addresses;
  readonly console: Console;
  /** Leaves the worker's services to the next test as they began, but for the accounts that were made. */
  readonly resetServices: undefined;
  readonly pageErrors: PageErrors;
  readonly payments: Payments;
  readonly pool: UserPool;
  /** What this test's pages have asked of the user pool. */
  readonly poolCalls: PoolCalls;
  readonly screens: Screens;
  readonly step: Step;
  /** Signs somebody in where it is not the sign-in that is tested. */
  readonly session: StoredSession;
  /** Somebody without an account. */
  readonly visitor: Person;
  /** Somebody with a confirmed account and no purchases, not signed in. */
  readonly customer: Person;
}

interface WorkerFixtures {
  readonly keptContext: KeptContext;
  /** The local services, which one worker has to itself: what a test does to them no other test sees. */
  readonly local: SharedLocalServices;
}

/** As long as it may take to start, and to end. */
const startTimeout = 150_000;

const resetServices = async (console: Console): Promise<void> => {
  await console.reset();
  await console.servicesUp();
};

const expectNoFindings = (pageErrors: PageErrors): Promise<void> =>
  expect.poll(pageErrors.findings, { message: 'what the pages complained of' }).toEqual([]);

/** A test over a real browser and the real local services. It fails on whatever its pages complain of unexpectedly. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  local: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { parallelIndex }) => {
      await use(await servicesOfRun.local(parallelIndex, 'built'));
    },
    { scope: 'worker', timeout: startTimeout },
  ],
  addresses: async ({ local }, use) => {
    await use(local.addresses);
  },
  baseURL: async ({ addresses }, use) => {
    await use(addresses.app);
  },
  console: async ({ addresses }, use) => {
    await use(createConsole(addresses.console));
  },
  pageClock: [false, { option: true }],
  coldCache: [false, { option: true }],
  keptContext: [
    async ({ browser }, use) => {
      await use(keptContextIn(browser));
    },
    { scope: 'worker' },
  ],
  context: async (
    { addresses, coldCache, colorScheme, javaScriptEnabled, keptContext, pageClock, reducedMotion, viewport },
    use,
  ) => {
    const options = { colorScheme, javaScriptEnabled, reducedMotion, viewport };
    const context = await keptContext.take({ app: addresses.app, options, clock: pageClock });
    if (coldCache) await keptContext.clearCache();
    context.on('page', slowDown);
    await use(context);
    // What a page still asks for when its test is over is nobody's failure.
    for (const page of pagesOf(context)) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await keptContext.putBack();
  },
  resetServices: [
    async ({ addresses }, use) => {
      await use(undefined);
      await resetServices(createConsole(addresses.console));
    },
    { auto: true },
  ],
  pageErrors: [
    async ({ context, addresses }, use) => {
      const pageErrors = watchPageErrors(context, addresses);
      await use(pageErrors);
      await expectNoFindings(pageErrors);
    },
    { auto: true },
  ],
  payments: async ({ context, console }, use) => {
    await use(watchPayments(context, console));
  },
  pool: async ({ addresses }, use) => {
    await use(createUserPool(addresses));
  },
  poolCalls: async ({ context, addresses }, use) => {
    await use(watchPool(context, addresses));
  },
  screens: async ({ page }, use) => {
    await use(screensOf(page));
  },
  step: async ({ console, pageErrors, payments, poolCalls }, use) => {
    await use((title, body) =>
      base.step(title, async () => {
        for (const counted of [payments, poolCalls]) counted.restart();
        await body();
        await expectNoFindings(pageErrors);
        pageErrors.restart();
        await resetServices(console);
      }),
    );
  },
  session: async ({ page, addresses }, use) => {
    await use(storedSessionIn(page, addresses));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  visitor: async ({}, use) => {
    await use(newPerson());
  },
  customer: async ({ console }, use) => {
    const person = newPerson();
    await console.createUser(person);
    await use(person);
  },
});
