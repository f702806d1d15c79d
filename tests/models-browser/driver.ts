import type { BrowserContext, Page } from '@playwright/test';
import type { Fixtures } from '#tests/browser/fixtures.ts';
import type { Addresses } from '#tests/browser/local/addresses.ts';
import type { Traffic } from '#tests/faults/traffic.ts';
import type { AnyTestModel } from '#tests/model-testing/test-model.ts';
import type { AnyTestSut, EventExecutor as Executor, SutOf } from '#tests/model-testing/test-sut.ts';
import type { SharedLocalServices } from '#tests/services/shared-services.ts';
import { createInterceptors, type Interceptor, type InterceptorRules } from './interceptors.ts';
import type { OtherTab } from './other-tab.ts';

type Services = Pick<Fixtures, 'addresses' | 'console' | 'pageErrors' | 'payments' | 'pool' | 'screens'>;

export interface Driver extends Services {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly local: SharedLocalServices;
  readonly traffic: Traffic;
  readonly otherTab: OtherTab;
  /** Returns the interceptor with this name. The first call creates it, and it then holds matching requests. */
  interceptor(name: string): Promise<Interceptor>;
  /** Makes a service refuse the next matching requests (default: one), and allows the console errors. */
  refuseNext(
    service: 'pool' | 'store',
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
      pageErrors.allowResponse(service, path, status);
      await console.addFault({ service, match, fault: 'status', status, body: JSON.stringify(body), times });
    },
  };
};

/** Creates a function that returns a driver's own data, which `create` makes at the first call. */
export const perDriver = <Data>(create: () => Data) => {
  const known = new WeakMap<Driver, Data>();
  return (driver: Driver): Data => {
    const data = known.get(driver) ?? create();
    known.set(driver, data);
    return data;
  };
};

/** Something that a person, the network or a service does. */
export type Act = (driver: Driver) => Promise<void>;

export const inSequence =
  (...acts: readonly Act[]): Act =>
  async (driver) => {
    for (const act of acts) await act(driver);
  };

export const continueRequest =
  (name: string): Act =>
  async (driver) =>
    (await driver.interceptor(name)).continue();

/** A system under test: the real app in a browser, with the local services. */
export type ScreenSut<Model extends AnyTestModel> = SutOf<Model, Driver>;

export type AnyScreenSut = AnyTestSut<Driver>;

export type EventExecutor<Model extends AnyTestModel> = Executor<Model['machine'], Driver>;
