import { cp, readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { builtSite } from '#local/site/built-site.ts';
import { appConfig, createSite, type PoolFeatures } from '#local/site/site.ts';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { listenOnLoopback } from '#local-services/http/loopback.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import { siteFolder } from '../../../build/outputs.ts';
import { type InlineHashes, inlineHashesOf } from '../../../build/prerender/compose-page.ts';
import { readInlineHashes } from '../../../build/prerender/write-pages.ts';
import { stampSite } from '../../../build/stamp/stamp-site.ts';
import { createCertificate } from '../../shared/certificate.ts';
import { makeFolder } from '../../shared/folders.ts';
import { publish } from './front.ts';

const poolFeatures: PoolFeatures = {
  hostedUi: false,
  verification: 'code',
  firstFactors: ['PASSWORD', 'WEB_AUTHN'],
};

const inlineHashesIn = async (folder: string): Promise<InlineHashes> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  return inlineHashesOf(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))));
};

const portOf = (origin: string): number => Number(new URL(origin).port);

export const startSites = async (disposables: DisposableStack, local: Addresses) => {
  const certificate = await createCertificate();
  const newOrigin = () => publish(disposables, certificate);
  const listen = async (listener: RequestListener): Promise<number> => {
    const server = await listenOnLoopback(0);
    disposables.defer(() => server.close());
    server.setListener(listener);
    return server.port;
  };

  const [app, pool, store] = [await newOrigin(), await newOrigin(), await newOrigin()];
  pool.leadTo(portOf(local.pool), local.app);
  store.leadTo(portOf(local.store), local.app);
  const origins = { ...local, app: app.origin, pool: pool.origin, store: store.origin };
  const folder = await makeFolder(disposables, 'bench-site');
  const [site, nginx] = [join(folder, 'site'), join(folder, 'nginx')];
  await cp(siteFolder, site, { recursive: true });
  await stampSite(resolve('.'), { site, nginx }, JSON.stringify(appConfig(origins, poolFeatures)));

  const deliver = (at: string, pages: string, inlineHashes: InlineHashes): Promise<number> =>
    listen(
      createSite({
        origins: { ...origins, app: at },
        dev: false,
        poolFeatures: () => poolFeatures,
        pages: builtSite(pages),
        inlineHashes: () => inlineHashes,
      }),
    );
  app.leadTo(await deliver(app.origin, site, readInlineHashes(site)));

  return {
    certificate,
    pool: pool.origin,
    ours: app.origin,
    /** Serves a folder at a new origin, with compressed files like our site. */
    async publishFolder(path: string): Promise<string> {
      const published = await newOrigin();
      published.leadTo(await listen(builtSite(path, 'index.html')));
      return published.origin;
    },
    /** Serves a folder's pages at a new origin, with our site's headers for pages. */
    async publishPages(path: string): Promise<string> {
      const published = await newOrigin();
      published.leadTo(await deliver(published.origin, path, await inlineHashesIn(path)));
      return published.origin;
    },
  };
};
