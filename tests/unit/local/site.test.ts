import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { perService } from '#local/services.ts';
import { builtSite } from '#local/site/built-site.ts';
import { createSite } from '#local/site/site.ts';
import { readAddresses } from '../../../build/headers/addresses.ts';
import { securityHeaders } from '../../../build/headers/headers.ts';
import { readInlineHashes, writePages } from '../../../build/prerender/write-pages.ts';
import { makeDirectory, serve } from '../../../packages/local-services/test/serving.ts';

let port = 5173;
const origins = perService(() => `http://localhost:${port++}`);

const serveSite = async () => {
  const dist = await makeDirectory();
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html>app');
  await writeFile(join(dist, 'login.html'), '<!doctype html>sign-in');
  await writeFile(join(dist, '404.html'), '<!doctype html>nowhere');
  await writeFile(join(dist, 'assets', 'main-1a2b.js'), 'run()');
  await writeFile(join(dist, 'assets', 'main-1a2b.js.br'), 'small');
  await writeFile(join(dist, '.sources'), 'hash');
  await writeFile(join(dist, '_headers'), '/*');
  return {
    dist,
    ...(await serve(
      createSite({
        origins,
        dev: false,
        poolFeatures: () => ({ hostedUi: false, verification: 'code', firstFactors: ['PASSWORD'] }),
        pages: builtSite(dist),
        inlineHashes: () => readInlineHashes(dist),
      }),
    )),
  };
};

test.each(['/no/such/page', '/404'])(
  'the path %s gets the not-found page with the status 404',
  async (path) => {
    const { origin, dist } = await serveSite();
    const reply = await fetch(origin + path);
    expect([reply.status, await reply.text()]).toEqual([404, '<!doctype html>nowhere']);
    expect(reply.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    await writeFile(join(dist, '404.html.br'), brotliCompressSync('<!doctype html>smaller'));
    const compressed = await fetch(origin + path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(await compressed.text()).toBe('<!doctype html>smaller');
  },
);

test('assets are cached forever, and compressed for browsers that accept Brotli', async () => {
  const { origin } = await serveSite();
  const plain = await fetch(`${origin}/assets/main-1a2b.js`, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.text()).toBe('run()');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const compressed = await fetch(`${origin}/assets/main-1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('content-type')).toBe('text/javascript');
});

test.each([
  ...['/assets/gone-9z.js', '/assets/gone', '/.sources', '/%2Esources', '/assets%2f.sources', '/main.js.map'],
  ...['/login.html', '/login.html.br', '/_headers'],
])('the local site does not serve the path %s', async (path) => {
  const { origin } = await serveSite();
  const reply = await fetch(origin + path);
  expect([reply.status, await reply.text()]).toEqual([404, 'Not found\n']);
  expect(reply.headers.get('cache-control')).toBe('no-store');
});

test('the content security policy allows the newest build’s inline code', async () => {
  const { origin, dist } = await serveSite();
  const policy = async () => (await fetch(origin)).headers.get('content-security-policy') ?? '';
  expect(await policy()).not.toContain('sha256');
  await writePages(dist, new Map([['login.html', '<style>a{}</style><script>run()</script>']]));
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(await policy()).toContain(`script-src 'self' ${hashOf('run()')} http`);
  expect(await policy()).toContain(`style-src 'self' ${hashOf('a{}')} http://localhost:5176;`);
});

test('every response has the headers of its kind, even for a missing page', async () => {
  const { origin } = await serveSite();
  const addresses = readAddresses(await (await fetch(`${origin}/config.json`)).json());
  const parts = { addresses, inline: { scripts: [], styles: [] }, https: false };
  for (const [path, kind] of [
    ['/', 'page'],
    ['/no/such/page', 'page'],
    ['/config.json', 'config'],
    ['/assets/gone.js', 'asset'],
    ['/favicon.svg', 'file'],
  ] as const) {
    const { headers } = await fetch(origin + path);
    for (const [name, value] of securityHeaders(kind, parts)) expect(headers.get(name)).toBe(value);
  }
});
