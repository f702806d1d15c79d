import { expect, test } from './fixtures.ts';

test('a step begins as a test does: no fault is left, nothing is allowed any more, and all is counted anew', async ({
  addresses,
  console,
  customer,
  page,
  pageErrors,
  poolCalls,
  session,
  step,
  screens: { dashboard },
}) => {
  const products = `${addresses.store}/api/products/`;
  await session.openAs(customer);
  await expect(dashboard.buy('$5.00')).toBeVisible();

  const askPool = () =>
    page.evaluate((pool) => fetch(pool, { method: 'POST' }).catch(() => {}), addresses.pool);

  await step('one that a fault strikes', async () => {
    pageErrors.allowResponse(products, 500);
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await console.addFault({ service: 'store', match: 'GET /api/products/', fault: 'status', status: 500 });
    await page.reload();
    await expect(dashboard.packages.getByRole('alert')).toBeVisible();
    await askPool();
    expect(poolCalls.all()).not.toEqual([]);
  });

  await step('the next one', async () => {
    expect(poolCalls.all()).toEqual([]);
    await askPool();
    await expect.poll(pageErrors.findings).toEqual([expect.stringContaining('status of 400')]);
    pageErrors.restart();
    await page.reload();
    await expect(dashboard.buy('$5.00')).toBeVisible();
  });
});
