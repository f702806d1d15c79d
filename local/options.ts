import { resolve } from 'node:path';
import { type PerService, perService, serviceNames, services } from './services.ts';

/** Thrown if the local services can't start. The message is one line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface StartOptions {
  /** Whether to serve the app from Vite's dev server instead of its build. */
  readonly dev: boolean;
  readonly fresh: boolean;
  readonly dataDir: string;
  /** Whether the app offers the pool's hosted sign-in pages. */
  readonly hostedUi: boolean;
  /** Each service's port; 0 means any free port. */
  readonly ports: PerService<number>;
  /** The mail server's port; 0 means any free port. */
  readonly mailPort: number;
}

const defaultPort = 5173;

/**
 * Reads `--dev`, `--fresh` and the environment: `PORT` (the other services use the next five ports; 0 is any free
 * port), a port variable for each service, `DATA_DIR`, and `SANDBOX_HOSTED_UI` (1 or 0).
 * @throws {StartError} if an argument is unknown or a value is malformed
 */
export const readOptions = (args: readonly string[], env: NodeJS.ProcessEnv): StartOptions => {
  for (const argument of args) {
    if (argument !== '--dev' && argument !== '--fresh') {
      throw new StartError(`Unknown argument ${argument}. Use --dev or --fresh.`);
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
    mailPort: readPort('MAIL_PORT', env['MAIL_PORT'], first === 0 ? 0 : first + services.length),
  };
};

const readPort = (variable: string, text: string | undefined, fallback: number): number => {
  const port = text === undefined || text === '' ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartError(`${variable} must be a port from 1 to 65535, or 0 for a free one.`);
};
