import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '#tests/browser/fixtures.ts';
import { openHeld } from '#tests/browser/held-app.ts';
import { siteFolder } from '../../build/outputs.ts';
import { stampSite } from '../../build/stamp/stamp-site.ts';

test('a stamped page shows at first sight what the deploy is', async ({
  page,
  pool,
  screens: { signIn },
}) => {
  await pool.set({ hostedUi: true });
  const site = await mkdtemp(join(tmpdir(), 'coffer-site-'));
  try {
    await cp(siteFolder, site, { recursive: true });
    const support = 'help@example.com';
    const facts = { productName: 'Coins <&>', hostedSignIn: true, language: 'en-GB', support };
    await stampSite(resolve('.'), site, facts);
    expect(await readFile(join(site, 'dashboard.html'), 'utf8')).toContain('Your Coins &lt;&amp;&gt;');
    const stamped = await readFile(join(site, 'login.html'), 'utf8');
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: stamped });
    });
    const release = await openHeld(page, '/login');
    const hosted = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
    await expect(hosted).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    const help = page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true });
    await expect(help).toHaveAttribute('href', `mailto:${support}`);
    await hosted.evaluate((button) => Object.assign(window, { kept: button }));
    await release();
    await expect(signIn.heading).toBeVisible();
    await expect(help).toHaveAttribute('href', 'mailto:support@example.com');
    expect(await hosted.evaluate((button) => Reflect.get(window, 'kept') === button)).toBe(true);
  } finally {
    await rm(site, { recursive: true, force: true });
  }
});
