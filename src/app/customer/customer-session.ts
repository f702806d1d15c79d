import { type DefaultOptions, onlineManager, QueryClient } from '@tanstack/react-query';
import { prefetchModule } from '#chunks/import-chunk.ts';
import type { Inspection } from '#devtools/inspect.ts';
import type { DeletionResult } from '#domain/profile.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import type {
  ActivityActor,
  CheckoutActor,
  LazyPurchase,
  LedgerActor,
} from '#features/shared/app-context.ts';
import { days, isTexts, type Memory } from '#features/shared/memory.ts';
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
  /** Storage for the customer's entries. */
  readonly memory: Memory;
}

export interface CustomerReactions {
  readonly onCheckout: (event: CheckoutEmitted) => void;
  readonly onAddressChanged: (event: AddressChanged) => void;
  /** Resolves when the screen is ready for new ledger rows. */
  readonly beforeLedgerRows: () => Promise<void>;
  readonly onRegistered?: () => void;
  /** Calls `listener` when an ID token has new names. Returns the unsubscribe function. */
  readonly onUserChanged?: (listener: () => void) => () => void;
  readonly belongsToPreviousCustomer?: (address: VisitedAddress) => boolean;
  readonly inspect?: Inspection['inspect'];
}

/** Each page's actor or API calls, created on the first visit. */
interface Pages {
  ledger: LedgerActor | null;
  activity: ActivityActor | null;
  topUp?: TopUpSource;
  deleteAccount?: () => Promise<DeletionResult>;
}

export const createQueryClient = (queries?: DefaultOptions['queries']) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Don't retry without a session or if the identity service timed out before it returned a token.
        retry: (failures, error) =>
          failures < 1 && !(error instanceof StoreError && ['signed-out', 'unsent'].includes(error.kind)),
        refetchOnReconnect: ({ state }) => state.status === 'error',
        networkMode: 'always',
        // `end` clears the cache. After that, a garbage-collection timer would keep a query's data reachable.
        gcTime: Infinity,
        ...queries,
      },
      // Each page decides what works offline, and says so.
      mutations: { networkMode: 'always' },
    },
  });

/** Failures that the store may have recorded in the ledger. */
const recordedFailures = new Set<CheckoutFailureName>(['declined', 'refused', 'refunded', 'token-refused']);

const changesAccount = (event: CheckoutEmitted): boolean =>
  event.type === 'purchased' ||
  event.type === 'account.outdated' ||
  (event.type === 'payment.failed' && recordedFailures.has(event.failure.name));

/** Returns false while offline or in data-saver mode. */
const canFetchAhead = (): boolean => {
  // Safari and Firefox don't support `navigator.connection`.
  const { saveData } = Object(Reflect.get(navigator, 'connection'));
  return navigator.onLine && saveData !== true;
};

const ignore = () => undefined;

/** Creates functions that need the purchase code. It loads once; after a failure, the next call retries. */
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
    /** Resolves when the code has loaded: on this attempt, or after the customer presses Retry. */
    whenPurchaseLoads(): Promise<void> {
      loadPurchase().catch(ignore);
      return arrived;
    },
    warmUpCardFields() {
      if (!canFetchAhead()) return;
      prefetchModule(loadPurchase)
        .then(async ({ readUsableCards, cardFields }) => {
          // A saved card doesn't need the gateway's code.
          if ((await readUsableCards(queryClient)).length === 0) cardFields.warmUp();
        })
        .catch(ignore);
    },
    attachCardField(...place: Parameters<CardFields['attach']>) {
      loadPurchase().then(({ cardFields }) => cardFields.attach(...place), ignore);
    },
  };
};

/** Creates the functions that pages use to control the checkout. */
const createCheckoutCalls = (checkout: CheckoutActor, pages: Pages) => ({
  /** Returns whether a purchase is in progress or its outcome is on screen. */
  isBuying(): boolean {
    const snapshot = checkout.getSnapshot();
    return snapshot.status === 'active' && !(snapshot.matches('idle') && canChoose(snapshot));
  },
  /** Called when the customer opens the dashboard. */
  enter: () => checkout.send({ type: 'checkout.returned' }),
  /** Called when the customer leaves the dashboard. Payments continue; whatever waits for the page stops. */
  leave(): void {
    leaveList(pages.ledger);
    // When the session ends, the checkout has already stopped.
    if (checkout.getSnapshot().status === 'active') checkout.send({ type: 'checkout.left' });
  },
});

/** Creates a customer's data cache, checkout and ledger, outside React. Called once per session. */
export const beginCustomerSession = (
  user: User,
  { store, memory, ...services }: CustomerServices,
  { onCheckout, onAddressChanged, beforeLedgerRows, inspect = ignore, ...reactions }: CustomerReactions,
) => {
  const { onRegistered = ignore, onUserChanged = () => ignore } = reactions;
  const { belongsToPreviousCustomer = () => false } = reactions;
  const queryClient = createQueryClient();
  const purchaseCalls = createPurchaseCalls(services.loadPurchase, queryClient);
  const { whenPurchaseLoads: _, ...purchase } = purchaseCalls;
  const checkout = createCheckoutActor(user.id, { ...services, ...purchaseCalls, queryClient }, inspect);
  const billing = memory({ name: 'billingForm', place: 'page', lifetime: days, is: isTexts });
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
    onUserChanged(() => void queryClient.invalidateQueries({ queryKey: ['profile'] })),
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
    /** Pages whose code loads later add their actor or calls here. */
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
