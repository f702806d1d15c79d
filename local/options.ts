import { resolve } from 'node:path';
import { type PerService, perService, serviceNames, services } from './services.ts';

/** Why the local services cannot start, in one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface StartOptions {
  /** Serve the app from Vite's dev server instead of its build. */
  readonly dev: boolean;
  /** Begin with an empty data directory. */
  readonly fresh: boolean;
  readonly dataDir: string;
  /** Tell the app of the pool's hosted sign-in pages. */
  readonly hostedUi: boolean;
  /** 0 is any free one. */
  readonly ports: PerService<number>;
}

const defaultPort = 5173;

/**
 * Reads the command line and the environment: `--dev`, `--fresh`; `PORT` (the others follow it, +1 to +4; 0 lets each
 * take a free one), one variable per service, `DATA_DIR`; `SANDBOX_HOSTED_UI`, 1 or 0.
 *
 * @throws StartError for an argument that it does not know or a value of the wrong form.
 */
export const readOptions = (args: readonly string[], env: NodeJS.ProcessEnv): StartOptions => {
  for (const argument of args) {
    if (argument !== '--dev' && argument !== '--fresh') {
      throw new StartError(`Unknown argument ${argument}. There are --dev and --fresh.`);
    }
  }
  const { PORT, DATA_DIR, SANDBOX_HOSTED_UI = '' } = env;
  if (!['', '0', '1'].includes(SANDBOX_HOSTED_UI)) throw new StartError('SANDBOX_HOSTED_UI must be 1 or 0.');
  const first = readPort('PORT', PORT, defaultPort);
  return {
    dev: args.includes('--dev'),
    fresh: args.includes('--fresh'),
    dataDir: resolve(DATA_DIR || '.data'),
    hostedUi: SANDBOX_HOSTED_UI === '1',
    ports: perService((service) => {
      const { variable } = serviceNames[service];
      return readPort(variable, env[variable], first === 0 ? 0 : first + services.indexOf(service));
    }),
  };
};

const readPort = (variable: string, text: string | undefined, fallback: number): number => {
  const port = text === undefined || text === '' ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartError(`${variable} must be a port from 1 to 65535, or 0 for a free one.`);
};
