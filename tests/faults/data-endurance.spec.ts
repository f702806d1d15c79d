import { resolve } from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { build } from 'vite';
import { expect, test } from '../browser/fixtures.ts';
import { appMounted } from '../browser/history.ts';
import { networkQuiet, watchNetwork } from '../browser/network-quiet.ts';
import { expectDataInvariants } from './data-invariants.ts';
import { retainedResources, watchTimers } from './retained-resources.ts';

/** Enable motion, because it uses timers and listeners and lets toasts fade out. */
test.use({ reducedMotion: 'no-preference' });

test('46: 100 route changes leave no extra timers or listeners', async ({
  page,
  visitor,
  console,
  payments,
  session,
  screens: { dashboard, ledger },
}) => {
  await watchTimers(page);
  watchNetwork(page);
  await console.createUser(visitor, 23);
  await session.openAs(visitor, '/terms');
  // Before the app has mounted, the link would load another document.
  await appMounted(page);
  await page.getByRole('link', { name: 'Back to the store' }).click();
  await expect(ledger.rows).toHaveCount(10);

  const changeRoutes = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      await page.evaluate(() => history.back());
      await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
      await page.evaluate(() => history.forward());
      await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
    }
    await networkQuiet(page);
  };
  await changeRoutes(2);
  const before = await retainedResources(page);
  await changeRoutes(50);
  const after = await retainedResources(page);
  expect(after.listeners - before.listeners).toBeLessThanOrEqual(5);
  expect(after.timers - before.timers).toBeLessThanOrEqual(5);
  await expectDataInvariants(page, payments);
});

const buildStorm = async (): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    configFile: false,
    base: '/storm/',
    logLevel: 'error',
    plugins: [vanillaExtractPlugin()],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: { storm: resolve('tests/faults/toast-storm/main.tsx') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built');
  return new Map(
    bundle.output.map((file) => [file.fileName, 'code' in file ? file.code : String(file.source)]),
  );
};

test('49: 100 errors in a second show at most 20 toasts, without duplicates', async ({ page, addresses }) => {
  const files = await buildStorm();
  await page.route(`${addresses.app}/storm/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace('/storm/', '');
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: stormPage })
      : route.fulfill({
          contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
          body: files.get(name) ?? '',
        });
  });
  await page.goto(`${addresses.app}/storm/`);
  await expect(page.getByText('Error 100', { exact: true })).toBeVisible();
  const { most, equal } = await page.evaluate(() => document.body.dataset);
  expect(Number(most)).toBeGreaterThan(1);
  expect(Number(most)).toBeLessThanOrEqual(20);
  expect(equal).toBe('1');
});

const stormPage =
  '<!doctype html><html lang="en"><title>Storm</title><link rel="icon" href="data:,"><body><div id="root"></div><script type="module" src="/storm/storm.js"></script>';
