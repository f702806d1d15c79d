import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { FaultyService } from './faults/fault.ts';
import { type FaultContext, withFaults } from './faults/middleware.ts';
import { createFaultRegistry } from './faults/registry.ts';
import { faultRoutes } from './faults/routes.ts';
import { sameOriginOnly } from './http/host-guard.ts';
import { listenOnLoopback } from './http/loopback.ts';

interface LocalService extends Pick<FaultContext, 'requestCustomer'> {
  readonly app: Hono;
  /** The operator's routes. */
  readonly control: Hono;
  close(): Promise<void>;
}

/** Runs a command-line program: prints what `start` returns, the usage for `--help`, or an error in one line. */
export const runProgram = async <Options extends { readonly help: boolean }>(
  name: string,
  usage: string,
  readOptions: () => Options,
  start: (options: Options) => Promise<string>,
): Promise<void> => {
  try {
    const options = readOptions();
    process.stdout.write(options.help ? usage : await start(options));
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
};

/** @throws Error unless `text` is a port */
export const readPort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${text}`);
  return Number(text);
};

/**
 * Serves a service until SIGINT or SIGTERM, its control API and its faults under `/local`. Port 0 takes a free one.
 *
 * @returns its origin
 */
export const serveUntilSignal = async (
  name: FaultyService,
  port: number,
  create: (origin: string) => Promise<LocalService>,
): Promise<string> => {
  const server = await listenOnLoopback(port);
  const origin = `http://localhost:${server.port}`;
  const service = await create(origin).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const end = async () => {
    await server.close();
    await service.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());

  const faults = createFaultRegistry(() => server.closeIdleConnections());
  const control = new Hono()
    .basePath('/local')
    .use(sameOriginOnly(server.port))
    .route('/faults', faultRoutes(faults))
    .route('/', service.control);
  const serveControl = getRequestListener(control.fetch);
  const serveApp = withFaults(name, faults, getRequestListener(service.app.fetch), service);
  server.setListener((request, response) => {
    if (request.url?.startsWith('/local/')) void serveControl(request, response);
    else serveApp(request, response);
  });
  return origin;
};
