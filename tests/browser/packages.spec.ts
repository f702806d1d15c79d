import { expect, test } from './fixtures.ts';

const gap = 16;

test.use({ pageClock: true });

/** In ms: longer than the packages stay fresh. */
const pastFresh = 301_000;

const packagesOnOffer = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `package-${index}`,
    name: `Package ${index}`,
    price_cents: 1_000 * (index + 1),
    credits: 1_200,
    bonus_credits: 100 * index,
    description: index === 1 ? 'POPULAR' : 'For all',
  }));

test('the packages form three equal columns on wide screens, whatever their number', async ({
  page,
  customer,
  session,
  screens: { dashboard },
}) => {
  const cards = dashboard.packages.getByRole('listitem');
  for (const count of [1, 3, 5])
    await test.step(`${count}`, async () => {
      await page.route('**/api/products/', (route) => route.fulfill({ json: packagesOnOffer(count) }));
      if (count === 1) await session.openAs(customer);
      else {
        await page.clock.fastForward(pastFresh);
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      }
      await expect(cards).toHaveCount(count);
      for (const windowWidth of [640, 1280]) {
        await page.setViewportSize({ width: windowWidth, height: 720 });
        const grid = await dashboard.packages.getByRole('list').boundingBox();
        const width = ((grid?.width ?? 0) - 2 * gap) / 3;
        const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
        const rows = new Map<number, number>();
        for (const [index, box] of boxes.entries()) {
          expect(box?.width).toBeCloseTo(width, 0);
          expect((box?.x ?? 0) - (grid?.x ?? 0)).toBeCloseTo((index % 3) * (width + gap), 0);
          expect(box?.height).toBe(boxes[0]?.height);
          rows.set(box?.y ?? 0, (rows.get(box?.y ?? 0) ?? 0) + 1);
        }
        expect(rows.size).toBe(Math.ceil(count / 3));
      }
      await page.unroute('**/api/products/');
    });
});
