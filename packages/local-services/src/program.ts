import { rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { FaultyService } from './faults/fault.ts';
import { type FaultContext, withFaults } from './faults/middleware.ts';
import { createFaultRegistry } from './faults/registry.ts';
import { faultRoutes } from './faults/routes.ts';
import { handleError, handleNotFound } from './http/body.ts';
import { sameOriginOnly } from './http/host-guard.ts';
import { listenOnLoopback } from './http/loopback.ts';
import { undefinedIfMissing } from './state-file.ts';

interface LocalService extends Pick<FaultContext, 'requestCustomer'> {
  readonly app: Hono;
  /** The operator's routes, served under `/local`. */
  readonly control: Hono;
  close(): Promise<void>;
}

/** Flags that every program has, for `parseArgs`. */
export const commonFlags = {
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

interface CommonOptions {
  readonly data?: string | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

const manifestSchema = v.object({ name: v.string(), version: v.string() });

/**
 * Runs a command-line program: prints what `start` returns, the usage for `--help`, or a one-line error.
 *
 * @param manifest the program's package.json
 */
export const runProgram = async <Options extends CommonOptions>(
  manifest: URL,
  usage: string,
  readOptions: () => Options,
  start: (options: Options) => Promise<string>,
): Promise<void> => {
  const { name, version } = v.parse(manifestSchema, JSON.parse(await readFile(manifest, 'utf8')));
  try {
    const options = readOptions();
    if (options.data === '') throw new Error('--data takes a directory');
    if (options.help) process.stdout.write(usage);
    else if (options.version) process.stdout.write(`${version}\n`);
    else process.stdout.write(await start(options));
  } catch (error) {
    process.stderr.write(`${name}: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
};

/** Parses a port. @throws {Error} if `text` isn't a port */
export const readPort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${text}`);
  return Number(text);
};

interface ServiceOptions {
  /** The port to listen on. 0 picks a free port. */
  readonly port: number;
  /** The service's data directory, locked until the process exits. */
  readonly data?: string | undefined;
  /** Other host names whose requests may be routed here. */
  readonly otherHosts?: readonly string[];
}

/** Starts a service on this machine, with its control API and faults under `/local`. */
export const startService = async (
  name: FaultyService,
  { port, data, otherHosts }: ServiceOptions,
  create: (origin: string) => Promise<LocalService>,
) => {
  if (data !== undefined) await lockDirectory(data);
  const server = await listenOnLoopback(port, otherHosts);
  const origin = `http://localhost:${server.port}`;
  const service = await create(origin).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const faults = createFaultRegistry(() => server.closeIdleConnections());
  const control = new Hono({ strict: false }).basePath('/local');
  control.onError(handleError);
  control.notFound(handleNotFound);
  control.use(sameOriginOnly(server.port));
  control.route('/faults', faultRoutes(faults, name));
  control.route('/', service.control);
  const routes = control.routes.filter(({ method }) => method !== 'ALL');
  control.get('/', (c) => c.json({ routes: routes.map(({ method, path }) => `${method} ${path}`) }));

  const serveControl = getRequestListener(control.fetch);
  const serveApp = withFaults(name, faults, getRequestListener(service.app.fetch), service);
  server.setListener((request, response) => {
    if (/^\/local(?:[/?]|$)/.test(request.url ?? '')) void serveControl(request, response);
    else serveApp(request, response);
  });
  return {
    origin,
    async close(): Promise<void> {
      await server.close();
      await service.close();
    },
  };
};

/** Closes the service on SIGINT or SIGTERM. */
export const closeAtSignal = ({ close }: { close(): Promise<void> }): void => {
  const end = () =>
    close().catch((error: unknown) => {
      process.stderr.write(`The last changes could not be saved: ${messageOf(error)}\n`);
      process.exit(1);
    });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
};

/** Locks a directory until the process exits. @throws {Error} if another living process has locked it */
const lockDirectory = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'in-use');
  const owner = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (owner !== undefined && isOtherProcess(Number(owner))) {
    throw new Error(
      `${directory} is in use by process ${owner} (if that is another program, delete ${path})`,
    );
  }
  await writeFile(path, String(process.pid));
  process.once('exit', () => rmSync(path, { force: true }));
};

const isOtherProcess = (pid: number): boolean => {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
