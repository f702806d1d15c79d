import type { Server } from 'node:http';

/** Serves the app from its sources through Vite, with hot reload on the port of these servers. */
export const devSite = async (root: string, servers: readonly Server[]) => {
  // Only here, because serving the built site doesn't need Vite.
  const { createServer } = await import('vite');
  const [main, ...others] = servers;
  if (main === undefined) throw new Error('The dev server needs a server to answer on');
  for (const other of others) other.on('upgrade', (...upgrade) => main.emit('upgrade', ...upgrade));
  const vite = await createServer({
    root,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: main } },
  });
  return { listener: vite.middlewares, close: () => vite.close() };
};
