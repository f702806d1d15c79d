import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const whenTestFinished = (undo: () => Promise<void>): void => onTestFinished(undo);

/** Serves the listener on a free port until `onFinished` runs its callback, by default when the test ends. */
export const serve = async (listener: RequestListener, onFinished = whenTestFinished) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const port = portOf(server.address());
  return { port, origin: `http://127.0.0.1:${port}` };
};

/** Returns a port that nothing listens on. */
export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
};

export const replyTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });

/** Creates a directory and removes it when `onFinished` runs its callback, by default when the test ends. */
export const makeDirectory = async (onFinished = whenTestFinished): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'local-services-'));
  onFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return address.port;
};
