import type { BrowserContext, Page } from '@playwright/test';
import type { Console, Fault } from '#tests/browser/console.ts';
import type { Guard } from '#tests/browser/guard.ts';
import type { Payments } from '#tests/browser/payments.ts';
import type { UserPool } from '#tests/browser/pool.ts';
import type { Addresses } from '#tests/browser/sandbox/addresses.ts';
import type { Screens } from '#tests/browser/screens/index.ts';
import { type Gate, type GateRule, keepGates } from './gates.ts';
import type { OtherTab } from './other-tab.ts';

/** What a walk is done with: a page, the screens on it, and the services behind. */
export interface Hands {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly screens: Screens;
  readonly console: Console;
  readonly pool: UserPool;
  readonly payments: Payments;
  readonly guard: Guard;
  readonly addresses: Addresses;
  /** Another tab of the same browser; the first call opens it. */
  readonly otherTab: OtherTab;
  /** The gate of this name. The first call makes it, and decides what it holds: a method, an origin and a path. */
  gate(name: string): Promise<Gate>;
  /** Lets a service answer the next such request with an error, of which the page's console will tell. */
  refuseNext(service: Fault['service'], match: string, status: number, body?: object): Promise<void>;
}

/** What each gate holds, by the name that the gestures call it by. */
export type GateRules = Readonly<Record<string, GateRule>>;

export function handsFor(
  parts: Omit<Hands, 'gate' | 'refuseNext'>,
  rules: (addresses: Addresses) => GateRules,
): Hands {
  const { page, addresses, console, guard } = parts;
  return {
    ...parts,
    gate: keepGates(page, addresses.app, rules(addresses)),
    async refuseNext(service, match, status, body = { detail: 'No.' }) {
      const [, path = '/'] = match.split(' ');
      guard.allowResponse(`${addresses[service]}${path}`, status);
      await console.addFault({
        service,
        match,
        fault: 'status',
        status,
        body: JSON.stringify(body),
        times: 1,
      });
    },
  };
}
