import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { builtSite } from '#local/site/built-site.ts';
import { appConfig, createSite, type PoolFeatures } from '#local/site/site.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import { siteFolder } from '../../../build/outputs.ts';
import { type InlineHashes, inlineHashesOf } from '../../../build/prerender/compose-page.ts';
import { readInlineHashes } from '../../../build/prerender/write-pages.ts';
import { stampSite } from '../../../build/stamp/stamp-site.ts';
import { createFront, type Front } from './front.ts';

export interface Sites {
  readonly front: Front;
  readonly pool: string;
  readonly store: string;
  readonly ours: string;
  /** Serves a folder at its own origin, with compressed files as our site. */
  publishFolder(folder: string): Promise<string>;
  /** Serves pages of a folder at their own origin, with our site's headers for pages. */
  publishPages(folder: string): Promise<string>;
  close(): Promise<void>;
}

const poolFeatures: PoolFeatures = {
  hostedUi: false,
  verification: 'code',
  firstFactors: ['PASSWORD', 'WEB_AUTHN'],
};

const delivered = (origins: Addresses, pages: RequestListener, inlineHashes: InlineHashes): RequestListener =>
  createSite({
    origins,
    dev: false,
    poolFeatures: () => poolFeatures,
    pages,
    inlineHashes: () => inlineHashes,
  });

const inlineHashesIn = async (folder: string): Promise<InlineHashes> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  return inlineHashesOf(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))));
};

const portOf = (origin: string): number => Number(new URL(origin).port);

export const startSites = async (local: Addresses): Promise<Sites> => {
  const front = await createFront();
  const servers: Server[] = [];

  const listen = async (listener: RequestListener): Promise<number> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
    return address.port;
  };

  const [app, pool, store] = [await front.publish(), await front.publish(), await front.publish()];
  pool.leadTo(portOf(local.pool), local.app);
  store.leadTo(portOf(local.store), local.app);
  const origins = { ...local, app: app.origin, pool: pool.origin, store: store.origin };
  const folder = await mkdtemp(join(tmpdir(), 'coffer-bench-site-'));
  const [site, nginx] = [join(folder, 'site'), join(folder, 'nginx')];
  await cp(siteFolder, site, { recursive: true });
  await stampSite(resolve('.'), { site, nginx }, JSON.stringify(appConfig(origins, poolFeatures)));
  app.leadTo(await listen(delivered(origins, builtSite(site), readInlineHashes(site))));

  return {
    front,
    pool: pool.origin,
    store: store.origin,
    ours: app.origin,
    async publishFolder(folder) {
      const published = await front.publish();
      published.leadTo(await listen(builtSite(folder, 'index.html')));
      return published.origin;
    },
    async publishPages(folder) {
      const published = await front.publish();
      const hashes = await inlineHashesIn(folder);
      published.leadTo(
        await listen(delivered({ ...origins, app: published.origin }, builtSite(folder), hashes)),
      );
      return published.origin;
    },
    async close() {
      front.close();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await rm(site, { recursive: true });
    },
  };
};
