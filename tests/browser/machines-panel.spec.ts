import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { siteFolder } from '../../build/outputs.ts';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { testCards } from './screens/checkout.ts';

const assets = `${siteFolder}/assets`;

/** Text that only the code of this name contains, whatever the file that it was built into is called. */
const developersCode = {
  'the Stately inspector': '@statelyai.connected',
  'the layout engine': 'org.eclipse.elk.alg.layered',
  'the panel': 'The state machines of this page as they stand now.',
  'the recorder': '[redacted]',
} as const;

const panelOf = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1, name: 'Machines', exact: true }),
  back: page.getByRole('link', { name: 'Back to the store' }),
  machine: (name: string) => page.getByRole('button', { name, exact: true }),
  chart: (name: string) => page.getByRole('region', { name: `Chart of ${name}` }),
  lit: (state: string) => page.locator(`[data-state="${state}"][data-active="true"]`),
  log: page.getByRole('region', { name: 'Log' }),
  replay: page.getByRole('region', { name: 'Replay' }),
  send: (event: string) => page.getByRole('button', { name: `Send ${event}`, exact: true }),
});

test('the panel shows the machines of its tab at work, from their beginning and without a secret', async ({
  page,
  customer,
  screens: { signIn, dashboard, checkout },
}) => {
  const panel = panelOf(page);
  await page.goto('/machines');
  await expect(page).toHaveTitle('Machines · Coffer');
  await expect(panel.lit('auth.signed-out.idle')).toBeVisible();
  await expect(panel.log).toContainText('xstate.done.actor.restoreSession to signed-out.idle');
  await panel.machine('checkout').click();
  await expect(page.getByText('Not running.')).toBeVisible();
  await expect(panel.chart('checkout')).toBeVisible();

  await panel.back.click();
  await signIn.signIn(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fillCard(testCards.approved);
  await page.goBack();

  await expect(panel.heading).toBeFocused();
  await expect(panel.lit('auth.signed-in.active')).toBeVisible();
  await expect(panel.log).toContainText('sign-in.submitted to signed-out.signing-in');
  await panel.machine('checkout').click();
  await expect(panel.log).toContainText('card-field.checked to ready');
  await panel.replay.getByText('Show the test').click();
  await expect(panel.replay).toContainText("test('replays a session of checkout'");
  const shown = await page.locator('main').textContent();
  for (const secret of [customer.email, customer.password, customer.lastName, testCards.approved])
    expect(shown).not.toContain(secret);

  await expect(panel.lit('checkout.ready')).toBeVisible();
  await panel.send('checkout.cancelled').click();
  await expect(panel.lit('checkout.idle.choosing')).toBeVisible();
  await expect(panel.log).toContainText('checkout.cancelled to idle.choosing');

  await panel.machine('auth').click();
  await panel.send('sign-out.requested').click();
  await expect(signIn.heading).toBeVisible();
});

test('a session is copied as a test', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = panelOf(page);
  await page.goto('/machines');
  await panel.replay.getByRole('button', { name: 'Copy the test' }).click();
  await expect(panel.replay.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "test('replays a session of auth', () => {",
  );
});

const scriptsOf = (page: Page): ReadonlySet<string> => {
  const names = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([^/?]+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) names.add(name);
  });
  return names;
};

/** Expects that the build has this code, and that none of these scripts holds it. */
const expectNoneOf = async (names: readonly string[], scripts: ReadonlySet<string>): Promise<void> => {
  const built = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const contents = await Promise.all(built.map((file) => readFile(join(assets, file), 'utf8')));
  for (const [name, text] of Object.entries(developersCode).filter(([each]) => names.includes(each))) {
    const holders = built.filter((_, index) => contents[index]?.includes(text));
    expect(holders, `${name} is in the build`).not.toEqual([]);
    expect(
      holders.filter((file) => scripts.has(file)),
      `${name} is not loaded`,
    ).toEqual([]);
  }
};

test('without the configuration’s leave there is nothing at /machines', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), machinesPanel: false } });
  });
  const scripts = scriptsOf(page);
  watchNetwork(page);
  await page.goto('/machines');
  await networkQuiet(page);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Coffer');
  await expectNoneOf(['the Stately inspector', 'the layout engine', 'the recorder'], scripts);
});

test('a customer loads nothing of the inspector and the panel, from the first page to the last', async ({
  page,
  customer,
  screens: { signIn, dashboard, checkout, ledger },
}) => {
  const scripts = scriptsOf(page);
  for (const path of ['/signup', '/forgot-password', '/terms', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await signIn.signIn(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.pay('$10.00').click();
  await dashboard.continue.click();
  await expect(ledger.rows).toHaveCount(1);
  expect(scripts.size).toBeGreaterThan(3);
  await expectNoneOf(Object.keys(developersCode), scripts);
});
