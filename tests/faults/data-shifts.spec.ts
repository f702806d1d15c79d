import type { Page } from '@playwright/test';
import type { AddedFault } from '../browser/console.ts';
import { expect, test } from '../browser/fixtures.ts';

/** What moves as it comes could push the rest about. */
test.use({ reducedMotion: 'no-preference' });

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

test('a customer loads the dashboard, again and again', async ({
  page,
  visitor,
  session,
  console,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 57);
  await session.openAs(visitor, '/terms');
  await page.addInitScript(watchLayoutShifts);

  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 1280, height: 2_400 },
    { width: 375, height: 812 },
  ])
    await step(
      `nothing jumps while the dashboard loads in ${viewport.width} × ${viewport.height} px`,
      async () => {
        await page.setViewportSize(viewport);
        // Answers come after the first paint, one after the other, as over a network.
        const answers: AddedFault[] = [];
        for (const path of ['products/', 'credits/balance', 'transactions/summary', 'transactions/history'])
          answers.push(
            await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'hold' }),
          );
        await page.goto('/dashboard');
        await expect(dashboard.packages.locator('[data-skeleton]').first()).toBeVisible();
        for (const answer of answers) {
          await answer.held();
          await layoutShiftOf(page);
          await answer.remove();
        }
        await expect(ledger.pageMark).toBeVisible();
        await expect(ledger.figure('Total Transactions')).toHaveText('57');
        await expect(dashboard.balance.getByRole('status')).toContainText('Credits');
        expect(await layoutShiftOf(page)).toBeLessThan(mostShift);
      },
    );

  for (const viewport of [
    { width: 1280, height: 2_400 },
    { width: 375, height: 812 },
  ])
    await step(
      `nothing jumps, however many packages come, in ${viewport.width} × ${viewport.height} px`,
      async () => {
        await page.setViewportSize(viewport);
        // Less than a row, a row, one more, and two.
        for (const count of [1, 3, 4, 6])
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
      },
    );
});
