import { onlineManager, QueryClient } from '@tanstack/react-query';
import { prefetchModule } from '#chunks/import-chunk.ts';
import type { Inspection } from '#devtools/inspect.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type {
  ActivityActor,
  CheckoutActor,
  LazyPurchase,
  LedgerActor,
} from '#features/shared/app-context.ts';
import { days, isTexts, type Memory, type MemoryEntry } from '#features/shared/memory.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import type { User } from '#machines/account/auth.types.ts';
import type { AddressChanged } from '#machines/lists/ledger.types.ts';
import { canChoose, selectPackage, selectPurchase } from '#machines/purchase/checkout.selectors.ts';
import type { CheckoutEmitted, CheckoutFailureName } from '#machines/purchase/checkout.types.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { StoreApi } from '#services/store/store.ts';
import { createLedgerCalls, invalidateAccount } from '../ledger/ledger-actor.ts';
import { leaveList } from '../ledger/list-address.ts';
import {
  type CheckoutServices,
  createCheckoutActor,
  type PurchaseServices,
  retryCardFieldsOnline,
} from '../purchase/checkout-actor.ts';
import { repeatFailedReads } from './failed-reads.ts';
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
  readonly belongsToPreviousCustomer?: (address: VisitedAddress) => boolean;
  readonly inspect?: Inspection['inspect'];
}

/** The actors and calls of pages, from their first visit on. */
interface Pages {
  ledger: LedgerActor | null;
  activity: ActivityActor | null;
  topUp?: TopUpSource;
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // No retry without a session, or if the identity service gave no token within its time limit.
        retry: (failures, error) =>
          failures < 1 && !(error instanceof StoreError && ['signed-out', 'unsent'].includes(error.kind)),
        refetchOnReconnect: ({ state }) => state.status === 'error',
        networkMode: 'always',
        // `end` clears the cache. A garbage-collection timer would keep a query's data reachable after that.
        gcTime: Infinity,
      },
    },
  });

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

/** What screens do with the code of a purchase. It loads once; after a failure, the next call tries again. */
const createPurchaseCalls = (load: () => Promise<PurchaseServices>, queryClient: QueryClient) => {
  let purchase: Promise<PurchaseServices> | null = null;
  let arrive: () => void = ignore;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const loadPurchase = () => {
    purchase ??= load().catch((error: unknown) => {
      purchase = null;
      throw error;
    });
    purchase.then(arrive, ignore);
    return purchase;
  };
  return {
    loadPurchase,
    /** Resolves after the first load that succeeds: this one, or one that the customer's Retry starts. */
    whenPurchaseLoads(): Promise<void> {
      loadPurchase().catch(ignore);
      return arrived;
    },
    warmUpCardFields() {
      if (!canFetchAhead()) return;
      prefetchModule(loadPurchase)
        .then(async ({ readUsableCards, cardFields }) => {
          // A saved card needs none of the gateway's code.
          if ((await readUsableCards(queryClient)).length === 0) cardFields.warmUp();
        })
        .catch(ignore);
    },
    attachCardField(...place: Parameters<CardFields['attach']>) {
      loadPurchase().then(({ cardFields }) => cardFields.attach(...place), ignore);
    },
  };
};

/** What pages do with a checkout. */
const createCheckoutCalls = (checkout: CheckoutActor, pages: Pages) => ({
  /** Whether a purchase is in progress or its outcome is on screen. */
  isBuying(): boolean {
    const snapshot = checkout.getSnapshot();
    return snapshot.status === 'active' && !(snapshot.matches('idle') && canChoose(snapshot));
  },
  /** The customer is at the dashboard. */
  enter: () => checkout.send({ type: 'checkout.returned' }),
  /** The customer left the dashboard. Work in progress continues; anything that waits for a page ends. */
  leave(): void {
    leaveList(pages.ledger);
    // The end of the session also leaves the pages.
    if (checkout.getSnapshot().status === 'active') checkout.send({ type: 'checkout.left' });
  },
});

/** One customer's data cache, checkout and ledger. Created once, outside React. */
export const beginCustomerSession = (
  user: User,
  { store, memory, ...services }: CustomerServices,
  { onCheckout, onAddressChanged, beforeLedgerRows, inspect = ignore, ...reactions }: CustomerReactions,
) => {
  const { onRegistered = ignore, belongsToPreviousCustomer = () => false } = reactions;
  const queryClient = createQueryClient();
  const purchaseCalls = createPurchaseCalls(services.loadPurchase, queryClient);
  const { whenPurchaseLoads: _, ...purchase } = purchaseCalls;
  const checkout = createCheckoutActor(user.id, { ...services, ...purchaseCalls, queryClient }, inspect);
  const billing = memory(billingForm);
  const pages: Pages = { ledger: null, activity: null };
  const { clearLinkedTransaction, ...ledger } = createLedgerCalls(
    { store, queryClient, onAddressChanged, beforeRows: beforeLedgerRows, inspect },
    pages,
  );
  const invalidateLists = (type: 'history.outdated' | 'history.retried') => {
    pages.ledger?.send({ type });
    pages.activity?.send({ type });
  };

  const stops = [
    repeatFailedReads(queryClient, onRegistered, invalidateLists),
    onlineManager.subscribe((isOnline) => isOnline && invalidateLists('history.retried')),
    retryCardFieldsOnline(checkout),
  ];
  checkout.on('*', (event) => {
    if (changesAccount(event)) {
      invalidateAccount(queryClient);
      invalidateLists('history.outdated');
    }
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
    ...purchase,
    loadPurchase: (): Promise<LazyPurchase> => purchase.loadPurchase(),
    ...ledger,
    ...createCheckoutCalls(checkout, pages),
    /** For pages whose code loads later; they add their own actor or calls. */
    pages,
    store,
    inspect,
    end(): void {
      checkout.stop();
      pages.ledger?.stop();
      pages.activity?.stop();
      for (const stop of stops) stop();
      services.attempts.close();
      billing.forget();
      void queryClient.cancelQueries();
      queryClient.clear();
    },
  };
};

export type CustomerSession = ReturnType<typeof beginCustomerSession>;
