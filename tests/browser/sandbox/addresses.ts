/** Where the services under test answer: each one's origin. */
export interface Addresses {
  readonly app: string;
  readonly pool: string;
  readonly store: string;
  readonly gateway: string;
  readonly console: string;
}

/** How the run tells its workers where the sandbox is: the first of its five ports. */
export const portVariable = 'TEST_SANDBOX_PORT';

/** The addresses of a sandbox whose first port is this one. */
export function addressesFrom(port: number): Addresses {
  const origin = (offset: number) => `http://localhost:${port + offset}`;
  return { app: origin(0), pool: origin(1), store: origin(2), gateway: origin(3), console: origin(4) };
}

/**
 * The addresses of the sandbox that this run has started.
 *
 * @throws Error outside of a run
 */
export function addressesOfRun(): Addresses {
  const port = process.env[portVariable];
  if (port === undefined) throw new Error('There is no sandbox: the global set-up did not run');
  return addressesFrom(Number(port));
}
