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

/** Runs part of a test on the same page, but with fresh services, counts and page errors. */
export type Step = (title: string, body: () => Promise<void>) => Promise<void>;

interface Options {
  readonly pageClock: boolean;
  /**
   * Whether to start with an empty browser cache. By default, tests share the cache because compiled code
   * saves a third of their time.
   */
  readonly coldCache: boolean;
}

export interface Fixtures {
  readonly addresses: Addresses;
  readonly console: Console;
  readonly resetServices: undefined;
  readonly pageErrors: PageErrors;
  readonly payments: Payments;
  readonly pool: UserPool;
  readonly poolCalls: PoolCalls;
  readonly screens: Screens;
  readonly step: Step;
  readonly session: StoredSession;
  readonly visitor: Person;
  /** A person with a confirmed account and no purchases, who isn't signed in. */
  readonly customer: Person;
}

interface WorkerFixtures {
  readonly keptContext: KeptContext;
  /** Each worker has its own services, so tests don't affect each other. */
  readonly local: SharedLocalServices;
}

const startTimeout = 150_000;

const resetServices = async (console: Console): Promise<void> => {
  await console.reset();
  await console.servicesUp();
};

const expectNoFindings = (pageErrors: PageErrors): Promise<void> =>
  expect.poll(pageErrors.findings, { message: 'what the pages complained of' }).toEqual([]);

/** Runs a test in a real browser with the local services, and fails on unexpected page errors. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  local: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
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
    // Ignore requests that are still in flight when the test ends.
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
  pool: async ({ addresses, console }, use) => {
    await use(createUserPool(addresses, console));
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
  visitor: async ({}, use) => {
    await use(newPerson());
  },
  customer: async ({ console }, use) => {
    const person = newPerson();
    await console.createUser(person);
    await use(person);
  },
});
