import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '#tests/browser/fixtures.ts';
import { openHeld } from '#tests/browser/held-app.ts';
import { siteFolder } from '../../build/outputs.ts';
import { sourcesOfBuild } from '../../build/sources.ts';
import { stampSite } from '../../build/stamp/stamp-site.ts';

test('a stamped page shows the deployment’s values at first paint without fetching configuration', async ({
  page,
  pool,
  screens: { signIn },
}) => {
  await pool.set({ hostedUi: true });
  const folder = await mkdtemp(join(tmpdir(), 'coffer-site-'));
  const [site, nginx] = [join(folder, 'site'), join(folder, 'nginx')];
  try {
    await cp(siteFolder, site, { recursive: true });
    const support = 'help@example.com';
    const config = await (await page.request.get('/config.json')).json();
    const deployed = { ...config, productName: 'Coins <&>', language: 'en-GB', support };
    await stampSite(resolve('.'), { site, nginx }, JSON.stringify(deployed));
    expect(await sourcesOfBuild(site)).toBeUndefined();
    expect(await readFile(join(site, 'dashboard.html'), 'utf8')).toContain('Your Coins &lt;&amp;&gt;');
    const stamped = await readFile(join(site, 'login.html'), 'utf8');
    const [link, hidden] = [`href="mailto:${support}"`, 'href="/cdn-cgi/l/email-protection#0a6f"'];
    expect(stamped).toContain(link);
    // Some proxies hide addresses in HTML.
    const body = stamped.replace(link, hidden);
    await page.route('**/login', async (route) => {
      await route.fulfill({ response: await route.fetch(), body });
    });
    let configRequests = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/config.json') configRequests += 1;
    });
    const release = await openHeld(page, '/login');
    const hosted = page.getByRole('button', { name: 'Sign in with single sign-on', exact: true });
    await expect(hosted).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    const help = page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true });
    await expect(help).toHaveAttribute('href', /email-protection/);
    await hosted.evaluate((button) => Object.assign(window, { kept: button }));
    await release();
    await expect(signIn.heading).toBeVisible();
    await expect(help).toHaveAttribute('href', `mailto:${support}`);
    expect(await hosted.evaluate((button) => Reflect.get(window, 'kept') === button)).toBe(true);
    expect(configRequests).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
