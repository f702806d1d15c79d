import { createMemoryHistory } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { importDownload } from '#app/ledger/ledger-actor.ts';
import { updateAddressBar } from '#app/ledger/list-address.ts';
import { type AppRouter, createAppRouter } from '#app/router.ts';
import type { Activity } from '#contract/activity.ts';
import type { History } from '#contract/transactions.ts';
import type { ActivityParameters, HistoryRequest } from '#domain/store.ts';
import { loadLater } from '#features/dashboard/later.tsx';
import { authFixture } from '#gallery/harness/actors.ts';
import { appOf, productName } from '#gallery/harness/render-story.tsx';
import type { AddressChanged } from '#machines/lists/ledger.types.ts';
import type { AnyTestModel } from '#tests/model-testing/test-model.ts';
import type { AnyTestSut, SutOf } from '#tests/model-testing/test-sut.ts';
import { afterRetry, begin } from '#tests/unit/app/customers.ts';
import { createReads } from './reads.ts';

/** The real app of a signed-in customer in a simulated DOM. Its lists load when the test responds. */
export type Driver = Awaited<ReturnType<typeof createDriver>>;

export type DomSut<Model extends AnyTestModel> = SutOf<Model, Driver>;

export type AnyDomSut = AnyTestSut<Driver>;

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Time in ms that is longer than the address bar waits for a paint. */
const paintMs = 100;

const nameOf = (element: Element): string | null => element.getAttribute('aria-label') ?? element.textContent;

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

const page = {
  all,
  /** Finds the last one, because the lists come last. */
  find: (selector: string, name: string): HTMLElement | undefined =>
    all(selector).findLast((element) => nameOf(element) === name),
  attribute: (selector: string, name: string): string | null | undefined =>
    all(selector)[0]?.getAttribute(name),
  text: (selector: string): string =>
    all(selector)
      .map(({ textContent }) => textContent)
      .join(' '),
};

/** Creates a listener that updates the address bar as `beginCustomer` does. */
const showLedgerAddress =
  (router: AppRouter) =>
  ({ address, replace }: AddressChanged): void =>
    updateAddressBar(
      () => router.state.location.pathname === '/dashboard',
      () => void router.navigate({ to: '/dashboard', search: address, replace, resetScroll: false }),
    );

export const createDriver = async () => {
  await Promise.all([loadLater(), importDownload()]);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  const customer = begin();
  const { session, world, onAddressChanged } = customer;
  // Read the profile, because the sign-in has already done so in the app.
  await customer.read('profile');
  const history = createReads<HistoryRequest, History>();
  const activity = createReads<ActivityParameters, Activity>();
  Object.assign(world, { history: history.read, activity: activity.read });

  const auth = authFixture({}, true);
  const routerHistory = createMemoryHistory();
  const scope = { open: async () => session, isBuying: session.isBuying };
  const router = createAppRouter({ auth, customer: scope, productName, inspection: null }, routerHistory);
  onAddressChanged.mockImplementation(showLedgerAddress(router));
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);

  /** Makes a change and waits for its effects. Clears lists from the cache first, so that they load again. */
  const change = (make: () => unknown): Promise<void> =>
    act(async () => {
      session.queryClient.removeQueries({
        predicate: ({ queryKey: [list], state }) =>
          (list === 'history' || list === 'activity') && state.fetchStatus === 'idle',
      });
      await make();
      await vi.advanceTimersByTimeAsync(paintMs);
    });

  return {
    customer,
    history,
    activity,
    change,
    ...page,
    address: () => new URL(routerHistory.location.href, 'https://coffer.example'),
    start: (address: string): Promise<void> =>
      change(() => {
        routerHistory.replace(address);
        auth.start();
        root.render(appOf({ at: '/' }, auth, router));
      }),
    visit: (address: string): Promise<void> => change(() => routerHistory.push(address)),
    press: (name: string): Promise<void> =>
      change(() => {
        const button = page.find('button', name);
        if (button === undefined) throw new Error(`There is no button ${name}`);
        button.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'mouse' }));
      }),
    /** Makes a read and its retry fail. */
    async refuse<Query>(
      reads: { take(isWanted: (query: Query) => boolean): { reject(error: Error): void } },
      isWanted: (query: Query) => boolean,
      error: Error,
    ): Promise<void> {
      await change(() => reads.take(isWanted).reject(error));
      await change(afterRetry);
      await change(() => reads.take(isWanted).reject(error));
    },
    async end(): Promise<void> {
      await act(async () => root.unmount());
      container.remove();
      auth.stop();
    },
  };
};
