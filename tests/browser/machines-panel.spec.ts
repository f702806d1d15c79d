import type { Page } from '@playwright/test';
import { developersCode, expectUnloaded, scriptsOf } from './developers-code.ts';
import { expect, test } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { changeConfig } from './requests.ts';
import { testCards } from './screens/checkout.ts';

const panelOf = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1, name: 'Machines', exact: true }),
  back: page.getByRole('link', { name: 'Back to the store' }),
  machine: (name: string) => page.getByRole('button', { name, exact: true }),
  chart: (name: string) => page.getByRole('region', { name: `Chart of ${name}` }),
  box: (state: string) => page.locator(`[data-state="${state}"]`),
  lit: (state: string) => page.locator(`[data-state="${state}"][data-active="true"]`),
  path: page.getByRole('region', { name: 'Path' }),
  replay: page.getByRole('region', { name: 'Replay' }),
  child: (name: string) =>
    page.getByRole('group', { name: 'Child machines' }).getByRole('button', { name, exact: true }),
  send: (event: string) => page.getByRole('button', { name: `Send ${event}`, exact: true }),
});

test('the machines panel shows the tab’s machines if the configuration allows it', async ({
  page,
  context,
  customer,
  step,
  screens: { signIn, dashboard, checkout },
}) => {
  const panel = panelOf(page);

  await step('the panel copies a session as a test', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/machines');
    await panel.replay.getByRole('button', { name: 'Copy the test of auth' }).click();
    await expect(panel.replay.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "test('replays a path of auth', () => {",
    );
  });

  await step('the panel shows the machines’ states and paths without secrets', async () => {
    await expect(page).toHaveTitle('Machines · Coffer');
    await expect(panel.lit('auth.guest.signed-out')).toBeVisible();
    await expect(panel.path).toContainText('done restoreSession to guest.signed-out');
    await expect(panel.lit('passkey.waiting'), 'the running child is open').toBeVisible();
    await panel.machine('checkout').click();
    await expect(page.getByText('Not running.')).toBeVisible();

    await panel.back.click();
    await signIn.signIn(customer);
    await dashboard.buy('$10.00').click();
    await checkout.fillCard(testCards.approved);
    await page.goBack();

    await expect(panel.heading).toBeFocused();
    await expect(panel.lit('auth.signed-in.active')).toBeVisible();
    await expect(panel.path).toContainText('sign-in.submitted to signing-in');
    await panel.machine('checkout').click();
    await expect(panel.path).toContainText('card-field.checked to ready');
    const shown = await page.locator('main').textContent();
    for (const secret of [customer.email, customer.password, customer.lastName, testCards.approved])
      expect(shown).not.toContain(secret);

    await expect(panel.lit('checkout.ready')).toBeVisible();
    await panel.child('payment').click();
    await expect(panel.box('payment.charging')).toBeVisible();
    await expect(panel.chart('checkout')).toBeInViewport({ ratio: 1 });

    await panel.send('checkout.canceled').click();
    await expect(panel.lit('checkout.idle.choosing')).toBeVisible();
    await expect(panel.path).toContainText('checkout.canceled to idle.choosing');

    await panel.machine('auth').click();
    await panel.send('sign-out.requested').click();
    await expect(signIn.heading).toBeVisible();
  });

  await step('/machines exists only if the configuration allows it', async () => {
    await page.evaluate(() => localStorage.clear());
    await changeConfig(page, { machinesPanel: false });
    const scripts = scriptsOf(page);
    watchNetwork(page);
    await page.goto('/machines');
    await networkQuiet(page);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Coffer');
    // Skip the panel's own code, because its file may also contain the page's code.
    const { 'the panel': _, ...others } = developersCode;
    await expectUnloaded(scripts, others);
  });
});
