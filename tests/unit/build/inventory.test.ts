import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtSite } from '#local/site/built-site.ts';
import { checkSite } from '../../../build/inventory/check-site.ts';
import { hashOf, takeInventory } from '../../../build/inventory/inventory.ts';
import { writePages } from '../../../build/prerender/write-pages.ts';
import { makeDirectory, serve } from '../../../packages/local-services/test/serving.ts';

const config = '{"productName":"Coins"}';

const deploy = async () => {
  const site = await makeDirectory();
  await writePages(
    site,
    new Map([
      ['login.html', '<script>run()</script>'],
      ['404.html', '<p>nowhere</p>'],
    ]),
  );
  await mkdir(join(site, 'assets'));
  await writeFile(join(site, 'assets', 'first-1.js'), 'first()');
  await writeFile(join(site, '_headers'), '/*');
  const sent = { config, gatewayScript: 'collect()', headers: new Map([['X-Frame', 'none']]) };
  const pages = builtSite(site);
  const { origin } = await serve((request, response) => {
    response.setHeaders(sent.headers);
    if (request.url === '/config.json') response.end(sent.config);
    else if (request.url === '/Collect.js') response.end(sent.gatewayScript);
    else pages(request, response);
  });
  const inventory = await takeInventory(site, config, {
    pageHeaders: sent.headers,
    gatewayScript: `${origin}/Collect.js`,
  });
  return { site, sent, inventory, check: (script?: string) => checkSite(origin, inventory, script) };
};

it('an inventory lists every address that visitors can load', async () => {
  const { inventory } = await deploy();
  expect(Object.keys(inventory.files)).toEqual(['/404', '/assets/first-1.js', '/login', '/config.json']);
});

it('a site that serves what was deployed does not differ from its inventory', async () => {
  const { check } = await deploy();
  expect(await check()).toEqual({ differences: [], gatewayScript: hashOf('collect()') });
  expect((await check(hashOf('collect()'))).differences).toEqual([]);
});

it('every change to a deployed site is named', async () => {
  const { site, sent, check } = await deploy();
  await writePages(site, new Map([['login.html', '<script>steal()</script>']]));
  await writeFile(join(site, 'assets', 'first-1.js'), 'first();steal()');
  sent.config = '{"productName":"Others"}';
  sent.gatewayScript = 'collect();steal()';
  sent.headers = new Map([['X-Frame', 'some']]);
  const { differences, gatewayScript } = await check(hashOf('collect()'));
  expect(differences).toEqual([
    '/404 has a different X-Frame',
    '/assets/first-1.js differs from what was deployed',
    '/login differs from what was deployed',
    '/login has a different X-Frame',
    '/config.json differs from what was deployed',
    'The gateway’s script has changed',
  ]);
  expect(gatewayScript).toBe(hashOf('collect();steal()'));
});

it('a missing response counts as a difference from the inventory', async () => {
  const { inventory } = await deploy();
  const unreachable = await checkSite('http://127.0.0.1:9', {
    ...inventory,
    gatewayScript: 'http://127.0.0.1:9/x',
  });
  expect(unreachable.differences).toHaveLength(5);
  expect(unreachable.gatewayScript).toBeNull();
});
