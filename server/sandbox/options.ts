import { resolve } from 'node:path';
import { StartError } from './start-error.ts';

export const services = ['app', 'pool', 'store', 'gateway', 'console'] as const;
export type Service = (typeof services)[number];

/** What each service is called, and the variable that moves its port. */
export const serviceNames: Readonly<Record<Service, { name: string; variable: string }>> = {
  app: { name: 'app', variable: 'PORT' },
  pool: { name: 'user pool', variable: 'USER_POOL_PORT' },
  store: { name: 'store API', variable: 'STORE_PORT' },
  gateway: { name: 'card gateway', variable: 'GATEWAY_PORT' },
  console: { name: 'console', variable: 'CONSOLE_PORT' },
};

export interface SandboxOptions {
  /** Serve the app from Vite's dev server instead of its build. */
  readonly dev: boolean;
  /** Begin with an empty data directory. */
  readonly fresh: boolean;
  readonly dataDir: string;
  /** Tell the app of the pool's hosted sign-in pages. */
  readonly hostedUi: boolean;
  /** 0 is any free one. */
  readonly ports: Readonly<Record<Service, number>>;
}

const DEFAULT_PORT = 5173;

/**
 * Reads the command line and the environment: `--dev`, `--fresh`; `PORT` (the others follow it, +1 to +4; 0 lets each
 * take a free one), one variable per service, `DATA_DIR`; `SANDBOX_HOSTED_UI`, 1 or 0.
 *
 * @throws StartError for an argument that it does not know or a value of the wrong form.
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): SandboxOptions {
  for (const argument of args) {
    if (argument !== '--dev' && argument !== '--fresh') {
      throw new StartError(`Unknown argument ${argument}. There are --dev and --fresh.`);
    }
  }
  const { PORT, DATA_DIR, SANDBOX_HOSTED_UI } = env;
  const first = readPort('PORT', PORT, DEFAULT_PORT);
  const portOf = (service: Service) => {
    const { variable } = serviceNames[service];
    return readPort(variable, env[variable], first === 0 ? 0 : first + services.indexOf(service));
  };
  return {
    dev: args.includes('--dev'),
    fresh: args.includes('--fresh'),
    dataDir: resolve(DATA_DIR || '.data'),
    hostedUi: readSwitch('SANDBOX_HOSTED_UI', SANDBOX_HOSTED_UI),
    ports: {
      app: portOf('app'),
      pool: portOf('pool'),
      store: portOf('store'),
      gateway: portOf('gateway'),
      console: portOf('console'),
    },
  };
}

function readPort(variable: string, text: string | undefined, fallback: number): number {
  const port = text === undefined || text === '' ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartError(`${variable} must be a port from 1 to 65535, or 0 for a free one.`);
}

function readSwitch(variable: string, text = ''): boolean {
  if (['', '0', '1'].includes(text)) return text === '1';
  throw new StartError(`${variable} must be 1 or 0.`);
}
