import { QueryClient } from '@tanstack/react-query';
import { importAhead } from '#chunks/import-chunk.ts';
import type { Inspection } from '#devtools/inspect.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type { ActivityActor, LedgerActor, PurchaseParts } from '#features/shared/app-context.ts';
import { days, isTexts, type Memory, type MemoryEntry } from '#features/shared/memory.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import type { User } from '#machines/account/auth.types.ts';
import { selectQuery } from '#machines/lists/ledger.selectors.ts';
import type { AddressChanged, LedgerAddress, LedgerQuery } from '#machines/lists/ledger.types.ts';
import {
  canChoose,
  isCardLoading,
  selectPackage,
  selectPurchase,
} from '#machines/purchase/checkout.selectors.ts';
import type { CheckoutEmitted, CheckoutFailureName } from '#machines/purchase/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { StoreApi } from '#services/store/store.ts';
import {
  historyQuery,
  importDownload,
  invalidateAccount,
  refreshStaleHistory,
  startLedger,
} from '../ledger/ledger-actor.ts';
import {
  type CheckoutServices,
  createCheckoutActor,
  type PurchaseServices,
} from '../purchase/checkout-actor.ts';
import { type OnOnline, readFailedTogether } from './failed-reads.ts';
import { watchRegistration } from './late-registration.ts';
import type { VisitedAddress } from './visited-addresses.ts';

export interface CustomerServices extends CheckoutServices {
  readonly store: StoreReader & Pick<StoreApi, 'call'>;
  /** Its owner is the customer. */
  readonly memory: Memory;
}

export interface CustomerReactions {
  readonly onCheckout: (event: CheckoutEmitted) => void;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Resolves when the screen is ready for new ledger rows. */
  readonly beforeLedgerRows: () => Promise<void>;
  readonly onRegistered?: () => void;
  readonly onOnline?: OnOnline;
  /** Whether an address belongs to an earlier customer of this tab. */
  readonly belongsToPreviousCustomer?: (address: VisitedAddress) => boolean;
  readonly inspect?: Inspection['inspect'];
}

/**
 * One retry, unless there is no session, or the identity service gave no token within its time limit.
 */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof StoreError && ['signed-out', 'unsent'].includes(error.kind));

/** The store may have recorded these in the ledger. */
const recordedFailures: ReadonlySet<CheckoutFailureName> = new Set([
  'declined',
  'refused',
  'refunded',
  'token-refused',
]);

const changesAccount = (event: CheckoutEmitted): boolean =>
  event.type === 'purchased' ||
  event.type === 'account.outdated' ||
  (event.type === 'payment.failed' && recordedFailures.has(event.failure.name));

/** False offline and in data-saver mode. */
const canFetchAhead = (): boolean => {
  // Safari and Firefox have no `navigator.connection`.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData');
  return navigator.onLine && savesData !== true;
};

const billingForm: MemoryEntry<Readonly<Record<string, string>>> = {
  name: 'billingForm',
  place: 'page',
  lifetime: days,
  is: isTexts,
};

const ignore = () => undefined;

/** One customer's data cache, checkout and ledger. Created once, outside React. */
export const beginCustomerSession = (
  user: User,
  services: CustomerServices,
  {
    onCheckout,
    onAddressChanged,
    beforeLedgerRows,
    onRegistered = () => undefined,
    onOnline = () => () => undefined,
    belongsToPreviousCustomer = () => false,
    inspect = () => undefined,
  }: CustomerReactions,
) => {
  const queryClient = new QueryClient({
    // `end` clears the cache. A garbage-collection timer would keep a query's data reachable after that.
    defaultOptions: { queries: { retry: shouldRetry, networkMode: 'always', gcTime: Infinity } },
  });
  const { store, memory, attempts } = services;
  let purchase: Promise<PurchaseServices> | null = null;
  const loadPurchase = () => {
    purchase ??= services.loadPurchase().catch((error: unknown) => {
      purchase = null;
      throw error;
    });
    return purchase;
  };
  const checkout = createCheckoutActor(user.id, { ...services, loadPurchase, queryClient }, inspect);
  const billing = memory(billingForm);
  /** The actors and calls of pages, from their first visit on. */
  const pages: { ledger: LedgerActor | null; activity: ActivityActor | null; topUp?: TopUpSource } = {
    ledger: null,
    activity: null,
  };
  const invalidateLists = (type: 'history.outdated' | 'history.retried') => {
    pages.ledger?.send({ type });
    pages.activity?.send({ type });
  };
  const refreshAccount = () => {
    invalidateAccount(queryClient);
    invalidateLists('history.outdated');
  };

  const clearLinkedTransaction = () => {
    const snapshot = pages.ledger?.getSnapshot();
    if (!snapshot?.matches({ details: 'sought' })) return;
    const address = { ...selectQuery(snapshot), tx: null };
    pages.ledger?.send({ type: 'address.visited', address });
    onAddressChanged({ type: 'address.changed', address, replace: true });
  };

  const stopWatchingRegistration = watchRegistration(queryClient, {
    onRegistered,
    onRefusalInvalidated: ({ queryKey }) => {
      if (queryKey[0] === 'history') invalidateLists('history.outdated');
      else void queryClient.refetchQueries({ queryKey, exact: true });
    },
  });

  const stopReadingFailed = readFailedTogether(
    queryClient,
    () => invalidateLists('history.retried'),
    onOnline,
  );
  // Card fields requested offline fail only after the network is back, so wait for that. The checkout ignores
  // the event if its fields are there.
  const stopRetrying = onOnline(() => {
    const retry = () => {
      if (isCardLoading(checkout.getSnapshot())) return;
      waiting.unsubscribe();
      checkout.send({ type: 'card-fields.retried' });
    };
    const waiting = checkout.subscribe(retry);
    retry();
  });

  checkout.on('*', (event) => {
    if (changesAccount(event)) refreshAccount();
    if (event.type === 'packages.outdated') void queryClient.invalidateQueries({ queryKey: ['products'] });
    if (event.type === 'cards.outdated')
      void queryClient.invalidateQueries({ queryKey: ['cards'], refetchType: 'all' });
    onCheckout(event);
  });
  checkout.subscribe((snapshot) => {
    if (selectPackage(snapshot) ?? selectPurchase(snapshot)) clearLinkedTransaction();
  });
  checkout.start();

  return {
    queryClient,
    storeQuery: createStoreQuery(store),
    checkout,
    billing,
    memory,
    belongsToPreviousCustomer,
    loadPurchase: (): Promise<PurchaseParts> => loadPurchase(),
    readAhead: (query: LedgerQuery) => void queryClient.prefetchQuery(historyQuery(store, query)),
    rereadHistory: (query: LedgerQuery) =>
      queryClient.fetchQuery({ ...historyQuery(store, query), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    prefetchDownload: () => void importAhead(importDownload).catch(ignore),
    warmUpCardFields() {
      if (!canFetchAhead()) return;
      importAhead(loadPurchase)
        .then(async ({ readUsableCards, cardFields }) => {
          // A saved card needs none of the gateway's code.
          if ((await readUsableCards(queryClient)).length === 0) cardFields.warmUp();
        })
        .catch(ignore);
    },
    attachCardField(...place: Parameters<CardFields['attach']>) {
      loadPurchase().then(({ cardFields }) => cardFields.attach(...place), ignore);
    },
    /** Created at the first visit, with its address. Later visits reload a stale page. */
    ledgerAt(address: LedgerAddress): LedgerActor {
      if (pages.ledger !== null) refreshStaleHistory(queryClient, pages.ledger);
      pages.ledger ??= startLedger(
        { store, queryClient, onAddressChanged, beforeRows: beforeLedgerRows, inspect },
        address,
      );
      return pages.ledger;
    },
    /** For pages whose code loads later; they add their own actor or calls. */
    pages,
    store,
    inspect,
    /** Whether a purchase is in progress or its outcome is on screen. */
    isBuying(): boolean {
      const snapshot = checkout.getSnapshot();
      return snapshot.status === 'active' && !(snapshot.matches('idle') && canChoose(snapshot));
    },
    /** The customer is at the dashboard. */
    enter: () => checkout.send({ type: 'checkout.returned' }),
    /** The customer left the pages. Work in progress continues; anything that waits for a page ends. */
    leave(): void {
      // The end of the session also leaves the pages.
      if (checkout.getSnapshot().status === 'active') checkout.send({ type: 'checkout.left' });
    },
    end(): void {
      checkout.stop();
      pages.ledger?.stop();
      pages.activity?.stop();
      stopWatchingRegistration();
      stopReadingFailed();
      stopRetrying();
      attempts.close();
      billing.forget();
      void queryClient.cancelQueries();
      queryClient.clear();
    },
  };
};

export type CustomerSession = ReturnType<typeof beginCustomerSession>;
