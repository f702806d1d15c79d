import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { builtSite, inlineHashesOfBuild } from '#server/sandbox/site/built-site.ts';
import { createSite } from '#server/sandbox/site/site.ts';
import type { Addresses } from '#tests/browser/sandbox/addresses.ts';
import { siteFolder } from '../../build/outputs.ts';
import { createFront, type Front } from './front.ts';

/** Where each thing under measurement answers, over HTTP/2. */
export interface Sites {
  readonly front: Front;
  readonly pool: string;
  readonly store: string;
  /** Our own site, as it was built, with the headers it is delivered with. */
  readonly ours: string;
  /** Serves a folder at an origin of its own, compressed files where it has them, as our own site is served. */
  publishFolder(folder: string): Promise<string>;
  close(): void;
}

/** Our own site as it is delivered: its pages, its headers and its configuration, for services at these origins. */
const ourSite = (origins: Addresses): RequestListener =>
  createSite({
    origins,
    dev: false,
    poolFeatures: () => ({ hostedUi: false, verification: 'code' }),
    pages: builtSite(siteFolder),
    inlineHashes: () => inlineHashesOfBuild(siteFolder),
  });

const portOf = (origin: string): number => Number(new URL(origin).port);

/** Puts our built site and the services of a sandbox behind one HTTP/2 server. */
export const startSites = async (sandbox: Addresses): Promise<Sites> => {
  const front = createFront();
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
  pool.leadTo(portOf(sandbox.pool), sandbox.app);
  store.leadTo(portOf(sandbox.store), sandbox.app);
  const origins = { ...sandbox, app: app.origin, pool: pool.origin, store: store.origin };
  app.leadTo(await listen(ourSite(origins)));

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
    close() {
      front.close();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
};
