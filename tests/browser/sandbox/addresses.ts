/** Where the services under test answer: each one's origin. */
export interface Addresses {
  readonly app: string;
  readonly pool: string;
  readonly store: string;
  readonly gateway: string;
  readonly console: string;
}

/** The addresses of a sandbox whose first port is this one. */
export function addressesFrom(port: number): Addresses {
  const origin = (offset: number) => `http://localhost:${port + offset}`;
  return { app: origin(0), pool: origin(1), store: origin(2), gateway: origin(3), console: origin(4) };
}
