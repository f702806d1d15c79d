import type { Server } from 'node:http';

/** Creates a handler that serves the app's sources through Vite. Hot reload uses the same servers. */
export const devSite = async (root: string, servers: readonly Server[]) => {
  // Import Vite only here, because the built site doesn't need it.
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
