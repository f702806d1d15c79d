import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { stopClock } from './page-clock.ts';
import { takeRenders, watchRenders } from './renders.ts';

test('the dashboard fetches and renders nothing while idle for a minute', async ({
  page,
  visitor,
  console,
  session,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 57);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  watchNetwork(page);
  await watchRenders(page);
  await page.clock.install();
  await session.openAs(visitor);
  await expect(dashboard.packages).toHaveAttribute('aria-busy', 'false');
  await expect(ledger.region).toHaveAttribute('aria-busy', 'false');
  await expect(dashboard.balance.getByRole('status')).toHaveText(/ Credits$/);
  // Wait for the requests that the app sends when the browser is idle.
  await networkQuiet(page);
  await stopClock(page);
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  expect((await takeRenders(page)).all, 'renders are seen at all').toBeGreaterThan(0);
  expect(requests.splice(0), 'requests are seen at all').not.toEqual([]);

  await page.clock.runFor(60_000);
  // Send a request, so that a request from a timer would show up before it.
  await page.evaluate(() => fetch('/config.json'));
  expect(await takeRenders(page)).toEqual({ all: 0, elsewhere: 0 });
  expect(requests.map((request) => request.replace(/^(\S+ ).*\/\/[^/]+/, '$1'))).toEqual([
    'GET /config.json',
  ]);
});
