import { networkQuiet, watchNetwork } from '../browser/network-quiet.ts';
import { type SharedLocalServices, servicesOfRun } from '../services/shared-services.ts';
import { test as base, expect, plus } from './fixtures.ts';
import { cardFrames, gatewayScripts } from './gateway-script.ts';
import { changeRoutes, retainedResources, watchTimers } from './retained-resources.ts';

/** From its sources: StrictMode only double-mounts in development. */
const test = base.extend<object, { readonly local: SharedLocalServices }>({
  local: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { parallelIndex }) => {
      await use(await servicesOfRun.local(parallelIndex, 'dev'));
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

/** Motion uses timers and listeners. */
test.use({ reducedMotion: 'no-preference' });

test('a customer at a dashboard mounted in StrictMode', async ({ buyer, page, payments, step }) => {
  const { dashboard } = buyer;

  await step('46: StrictMode leaves no timer and no listener behind', async () => {
    await watchTimers(page);
    watchNetwork(page);
    await page.goto('/terms');
    await page.getByRole('link', { name: 'Back to the store' }).click();
    const settled = async () => {
      await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
      // Code that still loads would add its listeners later.
      await networkQuiet(page);
    };
    await settled();
    await changeRoutes(page, 2);
    await settled();
    const before = await retainedResources(page);
    await changeRoutes(page, 8);
    await settled();
    const after = await retainedResources(page);
    expect(after.listeners - before.listeners).toBeLessThanOrEqual(5);
    expect(after.timers - before.timers).toBeLessThanOrEqual(5);
  });

  await step('18: StrictMode mounts everything twice, again and again', async () => {
    for (const price of ['$5.00', '$25.00', '$50.00']) await dashboard.buy(price).click();
    await expect(buyer.checkout.cardField('CVV')).toBeVisible();
    await expect(cardFrames(page)).toHaveCount(3);
    await buyer.checkout.cancel.click();
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    await expect(gatewayScripts(page)).toHaveCount(1);
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });
});
