import { QueryClient } from '@tanstack/react-query';
import { importAhead } from '#chunks/import-chunk.ts';
import type { Inspection } from '#devtools/inspect.ts';
import { StoreError } from '#domain/store-error.ts';
import type { LedgerActor } from '#features/shared/app-context.ts';
import { createBillingMemory } from '#features/shared/billing-memory.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import type { User } from '#machines/auth.types.ts';
import { canChoose, isCardLoading, selectPackage, selectPurchase } from '#machines/checkout.selectors.ts';
import type { CheckoutEmitted, CheckoutFailureName } from '#machines/checkout.types.ts';
import { selectQuery } from '#machines/ledger.selectors.ts';
import type { AddressChanged, LedgerAddress, LedgerQuery } from '#machines/ledger.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { StoreApi } from '#services/store/store.ts';
import { type CheckoutServices, createCheckoutActor, type PurchaseServices } from './checkout-actor.ts';
import { type OnOnline, readFailedTogether } from './failed-reads.ts';
import { watchRegistration } from './late-registration.ts';
import {
  historyQuery,
  importDownload,
  outdateAccount,
  refreshStaleHistory,
  startLedger,
} from './ledger-actor.ts';
import type { VisitedAddress } from './visited-addresses.ts';

/** The services that a customer's machines work with. */
export interface CustomerServices extends CheckoutServices {
  readonly store: StoreApi;
}

/** What others do when a customer's machines report. */
export interface CustomerReactions {
  readonly onCheckout: (event: CheckoutEmitted) => void;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Prepares the screen for rows of the ledger that have been read. */
  readonly beforeLedgerRows: () => Promise<void>;
  /** The store has a record of the customer. */
  readonly onRegistered?: () => void;
  readonly onOnline?: OnOnline;
  /** Whether a former customer of this tab left an address of the app. */
  readonly isLeftByAnother?: (address: VisitedAddress) => boolean;
  readonly inspect?: Inspection['inspect'];
}

/**
 * Every read gets one retry, whatever it was refused with. Without a session only the customer can change the answer; and
 * the account service had its own time to give a token.
 */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof StoreError && ['signed-out', 'unsent'].includes(error.kind));

/** Refusals by a store that may have written them into the ledger. */
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

/** Whether the browser may load what a customer hasn't asked for yet: with a network, and where it saves no data. */
const canFetchAhead = (): boolean => {
  // Safari and Firefox don't say whether data is saved.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData');
  return navigator.onLine && savesData !== true;
};

const ignore = () => undefined;

/** Begins the session of one signed-in customer: data cache, checkout and ledger, each made once and outside React. */
export const beginCustomerSession = (
  user: User,
  services: CustomerServices,
  {
    onCheckout,
    onAddressChanged,
    beforeLedgerRows,
    onRegistered = () => undefined,
    onOnline = () => () => undefined,
    isLeftByAnother = () => false,
    inspect = () => undefined,
  }: CustomerReactions,
) => {
  const queryClient = new QueryClient({
    // The end of the session clears the cache. A timer of a query would keep its data reachable after that.
    defaultOptions: { queries: { retry: shouldRetry, networkMode: 'always', gcTime: Infinity } },
  });
  const { store, attempts } = services;
  let purchase: Promise<PurchaseServices> | null = null;
  const loadPurchase = () => {
    purchase ??= services.loadPurchase().catch((error: unknown) => {
      purchase = null;
      throw error;
    });
    return purchase;
  };
  const checkout = createCheckoutActor(user.id, { attempts, loadPurchase }, inspect);
  const billing = createBillingMemory();
  let ledger: LedgerActor | null = null;
  const refreshAccount = () => {
    outdateAccount(queryClient);
    ledger?.send({ type: 'history.outdated' });
  };

  const dropSought = () => {
    const snapshot = ledger?.getSnapshot();
    if (!snapshot?.matches({ details: 'sought' })) return;
    const address = { ...selectQuery(snapshot), tx: null };
    ledger?.send({ type: 'address.visited', address });
    onAddressChanged({ type: 'address.changed', address, replace: true });
  };

  const stopWatchingRegistration = watchRegistration(queryClient, {
    onRegistered,
    onRefusalOutdated: ({ queryKey }) => {
      if (queryKey[0] === 'history') ledger?.send({ type: 'history.outdated' });
      else void queryClient.refetchQueries({ queryKey, exact: true });
    },
  });

  const stopReadingFailed = readFailedTogether(
    queryClient,
    () => ledger?.send({ type: 'history.retried' }),
    onOnline,
  );
  // Fields that were asked for without a network, and are still waited for, fail after it is back. Where they stand, the checkout
  // doesn't hear this.
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
    onCheckout(event);
  });
  checkout.subscribe((snapshot) => {
    if (selectPackage(snapshot) ?? selectPurchase(snapshot)) dropSought();
  });
  checkout.start();

  return {
    queryClient,
    storeQuery: createStoreQuery(store),
    checkout,
    billing,
    isLeftByAnother,
    dropSought,
    /** Prefetches a page of the ledger. */
    readAhead: (query: LedgerQuery) => void queryClient.prefetchQuery(historyQuery(store, query)),
    rereadHistory: (query: LedgerQuery) =>
      queryClient.fetchQuery({ ...historyQuery(store, query), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    prefetchDownload: () => void importAhead(importDownload).catch(ignore),
    warmUpCardFields() {
      if (canFetchAhead()) importAhead(loadPurchase).then(({ cardFields }) => cardFields.warmUp(), ignore);
    },
    attachCardField(...place: Parameters<CardFields['attach']>) {
      loadPurchase().then(({ cardFields }) => cardFields.attach(...place), ignore);
    },
    /** The ledger; made at the first visit, for the address of that visit. Later visits read a stale page again. */
    ledgerAt(address: LedgerAddress): LedgerActor {
      if (ledger !== null) refreshStaleHistory(queryClient, ledger);
      ledger ??= startLedger(
        { store, queryClient, onAddressChanged, beforeRows: beforeLedgerRows, inspect },
        address,
      );
      return ledger;
    },
    /** Whether a purchase is being made, or its outcome is shown. */
    isBuying(): boolean {
      const snapshot = checkout.getSnapshot();
      return snapshot.status === 'active' && !(snapshot.matches('idle') && canChoose(snapshot));
    },
    /** The pages of this customer were left; what is under way goes on, and what waits for a page ends. */
    leave(): void {
      // The end of the session leaves the pages, too.
      if (checkout.getSnapshot().status === 'active') checkout.send({ type: 'checkout.left' });
    },
    /** Stops the machines and drops the data. */
    end(): void {
      checkout.stop();
      ledger?.stop();
      stopWatchingRegistration();
      stopReadingFailed();
      stopRetrying();
      attempts.close();
      billing.clear();
      void queryClient.cancelQueries();
      queryClient.clear();
    },
  };
};

export type CustomerSession = ReturnType<typeof beginCustomerSession>;
