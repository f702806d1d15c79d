import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { BillingAddress } from '#contract/purchases.ts';
import type { Devices, Security } from '#features/shared/security.ts';
import type { AuthSnapshot } from '#machines/account/auth.selectors.ts';
import type { authMachine } from '#machines/account/auth.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import type { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import type { activityMachine } from '#machines/lists/activity.ts';
import type { LedgerSnapshot } from '#machines/lists/ledger.selectors.ts';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { LedgerQuery } from '#machines/lists/ledger.types.ts';
import type { CheckoutSnapshot } from '#machines/purchase/checkout.selectors.ts';
import type { checkoutMachine } from '#machines/purchase/checkout.ts';
import type { CardField } from '#machines/purchase/checkout.types.ts';
import type { CardsSource } from './cards-queries.ts';
import type { Memory, Remembered } from './memory.ts';
import type { StoreQuery } from './store-query.ts';

export type AuthActor = ActorRefFrom<typeof authMachine>;
export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>;
export type ActivityActor = ActorRefFrom<typeof activityMachine>;
export type PasskeyRegistrationActor = ActorRefFrom<typeof passkeyRegistrationMachine>;
export type LedgerActor = ActorRefFrom<typeof ledgerMachine>;

/** What every screen may use. Created once, outside React. */
export interface AppContextValue {
  /** The name of the credits, as in 'Your {product}'. */
  readonly productName: string;
  readonly auth: AuthActor;
  readonly devices: Devices;
  readonly loadSecurity: () => Promise<Security>;
  /** Prefetches the code that account forms need for a submit or when offline. */
  readonly prefetchForForms: () => void;
  readonly persistence: SessionPersistence;
  readonly verification: Verification;
  readonly hostedSignIn: boolean;
  /** Whether the pool and this browser let customers sign in with passkeys. */
  readonly passkeys: boolean;
  /** An email address or an https URL for help; null if not configured. */
  readonly support: string | null;
  /** The seller on receipts; null if not configured. */
  readonly seller: string | null;
  /** Whether billing addresses may be in US territories or military. */
  readonly usTerritories: boolean;
}

/** Whether a session would outlive this page. */
export interface SessionPersistence {
  isPersisted(): boolean;
  /** Calls back when that changes. Returns a function that unsubscribes. */
  onPersistedChange(notify: () => void): () => void;
}

/** What loads before a purchase, and pages and dialogs use, too. */
export interface LazyPurchase {
  /** Null for a store without idempotency keys, which can't charge saved cards. */
  readonly cards: CardsSource | null;
  /** The address of the last purchase; null if there is none, or it can't be read. Never rejects. */
  readonly readBillingAddress: () => Promise<BillingAddress | null>;
  /** Ends this session, so that the customer signs in and returns to this page. */
  readonly signInAgain: () => void;
  /** Starts to add a passkey. The caller stops the actor, which ends the browser's question. */
  readonly registerPasskey: () => PasskeyRegistrationActor;
}

/** What the screens of a signed-in customer use. Created at sign-in, ended at sign-out. */
export interface CustomerContextValue {
  readonly checkout: CheckoutActor;
  readonly ledger: LedgerActor;
  readonly storeQuery: StoreQuery;
  /** The billing form for the session's next purchase. Only on this page, and never the card. */
  readonly billing: Remembered<Readonly<Record<string, string>>>;
  readonly memory: Memory;
  /** Loads the code of a purchase and of new passkeys. Rejects if it doesn't load; the next call tries again. */
  readonly loadPurchase: () => Promise<LazyPurchase>;
  readonly readAhead: (query: LedgerQuery) => void;
  /** Loads a page of the ledger without the cache. Resolves with false on failure. */
  readonly rereadHistory: (query: LedgerQuery) => Promise<boolean>;
  readonly prefetchDownload: () => void;
  /** Loads the gateway's script before a checkout opens. */
  readonly warmUpCardFields: () => void;
  /** Puts the gateway's field into a container, or removes it (null). */
  readonly attachCardField: (field: CardField, container: HTMLElement | null) => void;
}

export const AppContext = createContext<AppContextValue | null>(null);
export const CustomerContext = createContext<CustomerContextValue | null>(null);

export const useApp = (): AppContextValue => {
  const value = use(AppContext);
  if (value === null) throw new Error('A screen was rendered outside of AppContext');
  return value;
};

export const useCustomer = (): CustomerContextValue => {
  const value = use(CustomerContext);
  if (value === null) throw new Error('A customer’s screen was rendered outside of CustomerContext');
  return value;
};

/** A selected value of the account. Renders only when it changes. */
export const useAuth = <Selected>(select: (snapshot: AuthSnapshot) => Selected): Selected =>
  useSelector(useApp().auth, select);

export const useCheckout = <Selected>(select: (snapshot: CheckoutSnapshot) => Selected): Selected =>
  useSelector(useCustomer().checkout, select);

export const useLedger = <Selected>(select: (snapshot: LedgerSnapshot) => Selected): Selected =>
  useSelector(useCustomer().ledger, select);
