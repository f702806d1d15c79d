import { type SharedLocalServices, servicesOfRun } from '../services/shared-services.ts';
import { test as base, expect, plus } from './fixtures.ts';
import { cardFrames, gatewayScripts } from './gateway-script.ts';

/** Serves the app from its sources, because StrictMode double-mounts only in development. */
const test = base.extend<object, { readonly local: SharedLocalServices }>({
  local: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use, { parallelIndex }) => {
      await use(await servicesOfRun.local(parallelIndex, 'dev'));
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

test('18: card fields pay once although StrictMode mounts them twice', async ({ buyer, page, payments }) => {
  const { checkout, dashboard } = buyer;
  for (const price of ['$5.00', '$25.00', '$5.00']) await dashboard.buy(price).click();
  await expect(checkout.cardField('CVV')).toBeVisible();
  await expect(cardFrames(page)).toHaveCount(3);
  await checkout.cancel.click();
  await buyer.submit('$10.00');
  await buyer.receives('1,300');
  await expect(gatewayScripts(page)).toHaveCount(1);
  expect(payments.keys()).toHaveLength(1);
  expect(await payments.sales()).toMatchObject([plus]);
});
