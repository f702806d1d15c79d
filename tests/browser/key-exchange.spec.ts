import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';

const library = /\/assets\/library-[^/]*\.js$/;

/** Counts worker messages, one per modular exponentiation. Returns a function that takes the counts. */
const countPowers = async (page: Page) => {
  await page.addInitScript(() => {
    const counts = { asked: 0, answered: 0 };
    const takeCounts = () => {
      const taken = { ...counts };
      Object.assign(counts, { asked: 0, answered: 0 });
      return taken;
    };
    Object.assign(globalThis, { takePowerCounts: takeCounts });
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        this.addEventListener('message', () => {
          counts.answered += 1;
        });
      }

      override postMessage(message: unknown): void {
        counts.asked += 1;
        super.postMessage(message);
      }
    };
  });
  return () => page.evaluate((): unknown => Reflect.get(globalThis, 'takePowerCounts')());
};

const markDocument = async (page: Page) => {
  await page.evaluate(() => Object.assign(globalThis, { marked: true }));
  return () => page.evaluate(() => Reflect.get(globalThis, 'marked') === true);
};

/** Returns whether each load of the file used the network. */
const transfersOf = (address: string): boolean[] =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => new RegExp(address).test(entry.name))
    .map((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0);

test('the sign-in code loads on the first key press and runs in a worker', async ({
  page,
  customer,
  keptContext,
  pageErrors,
  step,
  screens: { signIn, dashboard, notices },
}) => {
  const takePowers = await countPowers(page);
  watchNetwork(page);

  for (const path of ['/signup', '/login'])
    await step(`the code behind ${path} is fetched only on the first key press`, async () => {
      // Clear the cache, because earlier steps loaded the same code.
      await keptContext.clearCache();
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (library.test(request.url())) fetched.push(request.url());
      });
      await page.goto(path);
      await networkQuiet(page);
      const email = page.getByLabel('Email', { exact: true });
      await email.focus();
      expect(fetched).toEqual([]);
      await Promise.all([page.waitForRequest(library), page.keyboard.press('a')]);
      await page.keyboard.type('da@example.com');
      // The file is fetched from the network first, then imported from the cache.
      await expect.poll(() => page.evaluate(transfersOf, library.source)).toEqual([true, false]);
    });

  await step('sign-in computes in a worker and then stops the worker', async () => {
    pageErrors.allowResponse('pool', '/', 400);
    await signIn.signIn({ ...customer, password: 'Wrong-password-1' });
    await expect(notices.error).toContainText('Incorrect username or password.');
    expect(await takePowers()).toEqual({ asked: 3, answered: 3 });
    await expect.poll(() => page.workers().length).toBe(0);

    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    expect(await takePowers()).toEqual({ asked: 3, answered: 3 });
    await expect.poll(() => page.workers().length).toBe(0);
  });

  await step('code that fails to load while typing is fetched again on submit', async () => {
    await dashboard.signOut.click();
    await expect(signIn.heading).toBeVisible();
    pageErrors.allowMessage('net::ERR_FAILED');
    await page.route(library, (route) => route.abort(), { times: 1 });
    await signIn.open();
    await signIn.heading.waitFor();
    const isSameDocument = await markDocument(page);
    const lost = page.waitForEvent('requestfailed', (request) => library.test(request.url()));
    await Promise.all([lost, signIn.email.fill(customer.email)]);
    await signIn.password.fill(customer.password);
    await expect(notices.error).toBeHidden();
    await signIn.submit.click();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    expect(await isSameDocument()).toBe(true);
  });
});
