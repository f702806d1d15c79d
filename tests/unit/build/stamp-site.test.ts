import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../build/prerender/pages.ts';
import { writePages } from '../../../build/prerender/write-pages.ts';
import { stampSite } from '../../../build/stamp/stamp-site.ts';
import { makeDirectory } from '../../../packages/local-services/test/serving.ts';

const builtPage = '<html lang="en" data-page="/x"><script>run()</script></html>';

/** Writes a built site whose renderer leaves the pages' content unchanged. */
const build = async () => {
  const root = await makeDirectory();
  const [site, nginx] = [join(root, 'site'), join(root, 'nginx')];
  await mkdir(join(root, '.prerender'));
  await writeFile(join(root, '.prerender', 'main.js'), "process.stdout.write('[]')");
  await writePages(site, new Map(pages.map(({ file }) => [file, builtPage])));
  await writeFile(join(site, '.sources'), 'fingerprint');
  const example = JSON.parse(await readFile('deploy/config.example.json', 'utf8'));
  return {
    site,
    nginx,
    stamp: (more: object = {}) => stampSite(root, { site, nginx }, JSON.stringify({ ...example, ...more })),
  };
};

describe('stamping a site', () => {
  it('writes headers for nginx and static hosts that allow the inline code of its pages', async () => {
    const { site, nginx, stamp } = await build();
    const { pageHeaders, gatewayScript } = await stamp();
    const hash = /script-src 'self' 'sha256-[\w+/]{43}='/;
    expect(pageHeaders.get('Content-Security-Policy')).toMatch(hash);
    expect(gatewayScript).toBe('https://secure.networkmerchants.com/token/Collect.js');
    expect(await readFile(join(site, 'login.html'), 'utf8')).toContain('"seller":"Example, Inc."');
    expect(await readFile(join(site, '_headers'), 'utf8')).toMatch(hash);
    expect(await readFile(join(nginx, 'page.conf'), 'utf8')).toMatch(hash);
    const kinds = ['asset', 'config', 'file', 'page', 'proxy'];
    expect((await readdir(nginx)).sort()).toEqual(kinds.map((kind) => `${kind}.conf`));
  });

  it('writes nothing if a header is too long for static hosts', async () => {
    const { site, nginx, stamp } = await build();
    const before = await readdir(site);
    const reportUrl = `https://reports.example/${'x'.repeat(2_000)}`;
    await expect(stamp({ reportUrl })).rejects.toThrow('A header takes');
    expect(await readFile(join(site, 'login.html'), 'utf8')).toBe(builtPage);
    expect(await readdir(site)).toEqual(before);
    await expect(readdir(nginx)).rejects.toThrow('ENOENT');
  });

  it('escapes what nginx would read as a variable', async () => {
    const { nginx, stamp } = await build();
    await stamp({
      reportUrl: 'https://reports.example/$host',
      cspReportUrl: 'https://reports.example/?a=$1',
    });
    const headers = await readFile(join(nginx, 'page.conf'), 'utf8');
    expect(headers).toContain('https://reports.example/%24host');
    expect(headers).toContain('report-uri https://reports.example/?a=%241');
  });
});
