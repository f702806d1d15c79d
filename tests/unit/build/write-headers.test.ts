import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAddresses } from '../../../build/headers/addresses.ts';
import { writePages } from '../../../build/prerender/write-pages.ts';
import { writeHeaders } from '../../../build/stamp/write-headers.ts';
import { makeDirectory } from '../../../packages/local-services/test/serving.ts';

it('a stamped site’s headers name what stands in its pages, for nginx and for static hosts', async () => {
  const site = await makeDirectory();
  const nginx = join(await makeDirectory(), 'nginx');
  await writePages(site, new Map([['login.html', '<script>run()</script>']]));
  const config = JSON.parse(await readFile('deploy/config.example.json', 'utf8'));
  await writeHeaders({ site, nginx }, readAddresses(config));
  const hash = /script-src 'self' 'sha256-[\w+/]{43}='/;
  expect(await readFile(join(site, '_headers'), 'utf8')).toMatch(hash);
  expect(await readFile(join(nginx, 'page.conf'), 'utf8')).toMatch(hash);
  expect((await readdir(nginx)).sort()).toEqual([
    'asset.conf',
    'config.conf',
    'file.conf',
    'page.conf',
    'proxy.conf',
  ]);
});
