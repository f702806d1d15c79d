import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Console, Fault } from '../browser/console.ts';
import { expect, test } from '../browser/fixtures.ts';
import { newPerson } from '../browser/people.ts';
import { type Screens, screensOf } from '../browser/screens/index.ts';
import { transitionsEnd } from '../browser/transitions.ts';
import { historyMatch } from './data-answers.ts';

const fault = (description: Omit<Fault, 'service' | 'match'>): Fault => ({
  service: 'store',
  match: historyMatch,
  ...description,
});

/** Dozens of analyses take their time where the machine has other work, too. */
const patience = 300_000;

interface State {
  readonly name: string;
  readonly transactions: number;
  readonly search?: string;
  readonly fault?: Fault;
  /** What the state is known by; led to from the page as it opens. */
  readonly reach: (screens: Screens, page: Page) => Promise<unknown>;
}

const heading =
  (name: string): State['reach'] =>
  ({ ledger }) =>
    expect(ledger.region.getByRole('heading', { name, exact: true })).toBeVisible();

const empty = (status: string, name: string): State => ({
  name: `empty ${status}`,
  transactions: 0,
  search: `?status=${status}`,
  reach: heading(name),
});

const states: readonly State[] = [
  {
    name: 'loading',
    transactions: 0,
    fault: fault({ fault: 'hang' }),
    reach: ({ ledger }) => expect(ledger.region).toHaveAttribute('aria-busy', 'true'),
  },
  empty('all', 'Treasury Ledger Empty'),
  empty('completed', 'No Completed Transactions'),
  empty('pending', 'No Pending Transactions'),
  empty('failed', 'No Failed Transactions'),
  empty('refunded', 'No Refunded Transactions'),
  {
    name: 'welcome',
    transactions: 0,
    fault: fault({ fault: 'status', status: 404, body: '{"detail":"Customer not found"}' }),
    reach: heading('Welcome to Your Treasury!'),
  },
  {
    name: 'error',
    transactions: 0,
    fault: fault({ fault: 'malformed' }),
    reach: heading('Treasury Access Error'),
  },
  {
    name: 'one page',
    transactions: 9,
    search: '?status=all',
    reach: ({ ledger }) => expect(ledger.pageMark).toHaveText('Page 1 of 1'),
  },
  {
    name: 'many pages',
    transactions: 57,
    search: '?status=all&page=2',
    reach: ({ ledger }) => expect(ledger.pageMark).toHaveText('Page 2 of 6'),
  },
  {
    name: 'dialog open',
    transactions: 57,
    search: '?status=pending',
    reach: async ({ ledger }) => {
      await ledger.region.locator('button[aria-haspopup="dialog"]').first().click();
      await expect(ledger.details).toBeVisible();
    },
  },
];

const looks = [1280, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Signs in once for all states of a customer, and keeps the session. */
const signInTo = async (page: Page, console: Console, transactions: number): Promise<Screens> => {
  const person = newPerson();
  await console.createUser(person, transactions);
  const screens = screensOf(page);
  await screens.signIn.openAs(person);
  await expect(screens.dashboard.welcome(person.firstName)).toBeVisible();
  await expect(page.getByText('Welcome back!')).toBeHidden();
  return screens;
};

for (const transactions of new Set(states.map((state) => state.transactions)))
  test(`the dashboard breaks no rule of accessibility in any state of a ledger with ${transactions} rows`, async ({
    page,
    console,
    guard,
    addresses,
  }) => {
    test.setTimeout(patience);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const screens = await signInTo(page, console, transactions);
    for (const state of states.filter((candidate) => candidate.transactions === transactions)) {
      if (state.fault?.status === 404)
        guard.allowResponse(`${addresses.store}/api/transactions/history`, 404);
      if (state.fault) await console.addFault(state.fault);
      await page.goto(`/dashboard${state.search ?? ''}`);
      await expect(screens.dashboard.packages).toHaveAttribute('aria-busy', 'false');
      await state.reach(screens, page);
      for (const { width, colorScheme } of looks)
        await test.step(`${state.name}, ${width} px, ${colorScheme}`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await transitionsEnd(page);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        });
      await console.clearFaults();
    }
  });

/** The most that a page may jump while it loads (the cumulative layout shift of web vitals). */
const mostShift = 0.02;

/** Sums up how far the page jumped while nobody pressed anything. */
const watchLayoutShifts = () => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift: unknown = Reflect.get(entry, 'value');
      if (Reflect.get(entry, 'hadRecentInput') !== true && typeof shift === 'number') sum += shift;
    }
    Object.assign(window, { layoutShift: sum });
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, { layoutShift: 0 });
};

/** The sum once what stands now has been painted. */
const layoutShiftOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const answer = () => setTimeout(() => resolve(Reflect.get(window, 'layoutShift')));
        requestAnimationFrame(() => requestAnimationFrame(answer));
      }),
  );

const packagesOnOffer = [1, 2, 3, 4, 5, 6].map((rank) => ({
  id: `package-${rank}`,
  name: `Package ${rank}`,
  price_cents: 1_000 * rank,
  credits: 1_200 * rank,
  bonus_credits: 100 * (rank - 1),
  description: rank === 2 ? 'POPULAR' : 'For all',
}));

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 1280, height: 2_400 },
  { width: 375, height: 812 },
])
  test(`nothing jumps while the dashboard loads in ${viewport.width} × ${viewport.height} px`, async ({
    page,
    console,
  }) => {
    await page.setViewportSize(viewport);
    const { dashboard, ledger } = await signInTo(page, console, 57);
    await page.addInitScript(watchLayoutShifts);
    // Answers come after the first paint, one after the other, as over a network.
    for (const [place, path] of [
      'products/',
      'credits/balance',
      'transactions/summary',
      'transactions/history',
    ].entries())
      await console.addFault({
        service: 'store',
        match: `GET /api/${path}`,
        fault: 'delay',
        delayMs: 300 + 150 * place,
      });
    await page.goto('/dashboard');
    await expect(ledger.pageMark).toBeVisible();
    await expect(ledger.figure('Total Transactions')).toHaveText('57');
    await expect(dashboard.balance.getByRole('status')).toContainText('Credits');
    expect(await layoutShiftOf(page)).toBeLessThan(mostShift);
  });

for (const viewport of [
  { width: 1280, height: 2_400 },
  { width: 375, height: 812 },
])
  test(`nothing jumps, however many packages come, in ${viewport.width} × ${viewport.height} px`, async ({
    page,
    console,
  }) => {
    await page.setViewportSize(viewport);
    const { dashboard, ledger } = await signInTo(page, console, 57);
    await page.addInitScript(watchLayoutShifts);
    for (const count of [1, 2, 3, 5, 6])
      await test.step(`${count}`, async () => {
        let answer = async () => {};
        await page.route('**/api/products/', (route) => {
          answer = () => route.fulfill({ json: packagesOnOffer.slice(0, count) });
        });
        await page.goto('/dashboard');
        await expect(ledger.pageMark).toBeVisible();
        await expect(ledger.figure('Total Transactions')).toHaveText('57');
        await expect(dashboard.packages).toHaveAttribute('aria-busy', 'true');
        await answer();
        await expect(dashboard.packages.getByRole('listitem')).toHaveCount(count);
        expect(await layoutShiftOf(page)).toBeLessThan(mostShift);
        await page.unroute('**/api/products/');
      });
  });
