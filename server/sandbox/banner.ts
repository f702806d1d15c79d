import type { Origins } from './addresses.ts';
import { demoEmail, demoPassword } from './demo-account.ts';

/** What a person who started the sandbox needs to know. */
export function banner(origins: Origins, dataDir: string, seconds: number): string {
  return `
  Coffer is ready (${seconds.toFixed(1)} s)

    App           ${origins.app}
    Console       ${origins.console}   mailbox, sales, faults
    User pool     ${origins.pool}
    Store API     ${origins.store}
    Card gateway  ${origins.gateway}

    Sign in       ${demoEmail} / ${demoPassword}
    Pay with      4111 1111 1111 1111, any future expiry, any 3-digit CVV

  Data is kept in ${dataDir}. Ctrl-C ends everything.

`;
}
