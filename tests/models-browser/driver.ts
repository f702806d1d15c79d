import type { BrowserContext, Page } from '@playwright/test';
import type { Console, Fault } from '#tests/browser/console.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import type { PageErrors } from '#tests/browser/page-errors.ts';
import type { Payments } from '#tests/browser/payments.ts';
import type { UserPool } from '#tests/browser/pool.ts';
import type { Screens } from '#tests/browser/screens/index.ts';
import type { Traffic } from '#tests/faults/traffic.ts';
import type { SharedLocalServices } from '#tests/services/shared-services.ts';
import { createInterceptors, type Interceptor, type InterceptorRules } from './interceptors.ts';
import type { OtherTab } from './other-tab.ts';

/** What a path is executed with: a page, the screens on it, and the services behind. */
export interface Driver {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly screens: Screens;
  readonly console: Console;
  readonly pool: UserPool;
  readonly payments: Payments;
  readonly pageErrors: PageErrors;
  readonly addresses: Addresses;
  readonly local: SharedLocalServices;
  readonly traffic: Traffic;
  /** Another tab of the same browser; the first call opens it. */
  readonly otherTab: OtherTab;
  /** The interceptor of this name. The first call makes it, and decides what it holds: a method, an origin and a path. */
  interceptor(name: string): Promise<Interceptor>;
  /** Lets a service answer the next such requests with an error, of which the page's console will tell; one by default. */
  refuseNext(
    service: Fault['service'],
    match: string,
    status: number,
    body?: object,
    times?: number,
  ): Promise<void>;
}

export const createDriver = (
  parts: Omit<Driver, 'interceptor' | 'refuseNext'>,
  rules: (addresses: Addresses) => InterceptorRules,
): Driver => {
  const { page, addresses, console, pageErrors } = parts;
  return {
    ...parts,
    interceptor: createInterceptors(page, addresses.app, rules(addresses)),
    async refuseNext(service, match, status, body = { detail: 'No.' }, times = 1) {
      const [, path = '/'] = match.split(' ');
      pageErrors.allowResponse(`${addresses[service]}${path}`, status);
      await console.addFault({
        service,
        match,
        fault: 'status',
        status,
        body: JSON.stringify(body),
        times,
      });
    },
  };
};
