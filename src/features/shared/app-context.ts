import { useSelector } from '@xstate/react';
import { type Context, createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SavedCard } from '#contract/cards.ts';
import type { BillingAddress } from '#contract/purchases.ts';
import type { Refund } from '#contract/refunds.ts';
import type { NewCardResult } from '#domain/saved-cards.ts';
import type { Devices, Security } from '#features/shared/security.ts';
import { type AuthSnapshot, selectUser } from '#machines/account/auth.selectors.ts';
import type { authMachine } from '#machines/account/auth.ts';
import type { Verification } from '#machines/account/auth.types.ts';
import type { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import type { activityMachine } from '#machines/lists/activity.ts';
import type { LedgerSnapshot } from '#machines/lists/ledger.selectors.ts';
import type { ledgerMachine } from '#machines/lists/ledger.ts';
import type { LedgerQuery } from '#machines/lists/ledger.types.ts';
import type { CheckoutSnapshot } from '#machines/purchase/checkout.selectors.ts';
import type { checkoutMachine } from '#machines/purchase/checkout.ts';
import type { CardField, CheckoutEvent, MountResult } from '#machines/purchase/checkout.types.ts';
import type { CardsSource } from './cards-queries.ts';
import type { Memory, Remembered } from './memory.ts';
import type { StoreQuery } from './store-query.ts';

export type AuthActor = ActorRefFrom<typeof authMachine>;
export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>;
export type ActivityActor = ActorRefFrom<typeof activityMachine>;
export type PasskeyRegistrationActor = ActorRefFrom<typeof passkeyRegistrationMachine>;
export type LedgerActor = ActorRefFrom<typeof ledgerMachine>;

/** Values for every screen. Created once, outside React. */
export interface AppContextValue {
  /** Display name of the credits, as in 'Your {product}'. */
  readonly productName: string;
  readonly auth: AuthActor;
  readonly devices: Devices;
  readonly loadSecurity: () => Promise<Security>;
  /** Prefetches the code that account forms need on submit or while offline. */
  readonly prefetchForForms: () => void;
  readonly persistence: SessionPersistence;
  readonly verification: Verification;
  readonly hostedSignIn: boolean;
  /** Whether both the pool and this browser support passkeys. */
  readonly passkeys: boolean;
  /** An email address or an https URL for help; null if not configured. */
  readonly support: string | null;
  /** The seller on receipts; null if not configured. */
  readonly seller: string | null;
  /** What a credit buys, such as '1 credit = 1 page'; null if not configured. */
  readonly creditsMeaning: string | null;
  /** How many days after a purchase customers can refund it themselves; 0: never. */
  readonly selfRefundDays: number;
  /** The merchant's page that the customer came from; null if there is none. */
  readonly returnUrl: string | null;
  /** Whether addresses in US territories and military addresses are allowed for billing. */
  readonly usTerritories: boolean;
}

/** Whether the session is stored and so outlives this page. */
export interface SessionPersistence {
  isPersisted(): boolean;
  /** Calls `notify` when `isPersisted` changes. Returns a function that unsubscribes. */
  onPersistedChange(notify: () => void): () => void;
}

/** The gateway's fields for a card that is saved without a purchase. */
export interface NewCardSource {
  readonly mount: (signal: AbortSignal) => Promise<MountResult>;
  /** Sends the fields' states, then each change. Returns the unsubscribe function. */
  readonly watch: (send: (event: CheckoutEvent) => void) => () => void;
  readonly save: (billing: BillingAddress) => Promise<NewCardResult>;
}

/** Refunds that customers start. `load` resolves with null if the store has none. Both can reject. */
export interface RefundSource {
  readonly load: (id: string, signal?: AbortSignal) => Promise<Refund | null>;
  readonly request: (id: string) => Promise<boolean>;
}

/** Services that load before a purchase. Some pages and dialogs use them too. */
export interface LazyPurchase {
  /** Null if the store doesn't support idempotency keys and so can't charge saved cards. */
  readonly cards: CardsSource | null;
  readonly newCard: NewCardSource;
  readonly refunds: RefundSource;
  /** Resolves with the last purchase's address; null if there is none or it can't be read. Never rejects. */
  readonly readBillingAddress: () => Promise<BillingAddress | null>;
  /** Ends this session. The customer signs in again and returns to this page. */
  readonly signInAgain: () => void;
  /** Starts adding a passkey. The caller stops the actor, which closes the browser's prompt. */
  readonly registerPasskey: () => PasskeyRegistrationActor;
}

/** What the form for a new card needs. */
export interface AddCardProps {
  readonly parts: LazyPurchase;
  readonly onSaved: (card: SavedCard) => void;
  readonly onClose: () => void;
}

/** Values for a signed-in customer's screens. Created at sign-in and disposed at sign-out. */
export interface CustomerContextValue {
  readonly checkout: CheckoutActor;
  readonly storeQuery: StoreQuery;
  /** The billing form for the session's next purchase. Kept in memory only, and without card data. */
  readonly billing: Remembered<Readonly<Record<string, string>>>;
  readonly memory: Memory;
  /** Loads the code for purchases and new passkeys. Rejects if loading fails; the next call retries. */
  readonly loadPurchase: () => Promise<LazyPurchase>;
  readonly readAhead: (query: LedgerQuery) => void;
  /** Loads a page of the ledger, bypassing the cache. Resolves with false on failure. */
  readonly rereadHistory: (query: LedgerQuery) => Promise<boolean>;
  readonly prefetchDownload: () => void;
  /** Preloads the gateway's script before a checkout opens. */
  readonly warmUpCardFields: () => void;
  /** Mounts the gateway's field in a container, or unmounts it if `container` is null. */
  readonly attachCardField: (field: CardField, container: HTMLElement | null) => void;
}

export const AppContext = createContext<AppContextValue | null>(null);
export const CustomerContext = createContext<CustomerContextValue | null>(null);
export const LedgerContext = createContext<LedgerActor | null>(null);

const useRequired = <Value>(context: Context<Value | null>): Value => {
  const value = use(context);
  if (value === null) throw new Error('A screen was rendered outside of its context');
  return value;
};

export const useApp = (): AppContextValue => useRequired(AppContext);
export const useCustomer = (): CustomerContextValue => useRequired(CustomerContext);
export const useLedgerActor = (): LedgerActor => useRequired(LedgerContext);

/** Selects a value from the auth machine. Rerenders only when the value changes. */
export const useAuth = <Selected>(select: (snapshot: AuthSnapshot) => Selected): Selected =>
  useSelector(useApp().auth, select);

/** Returns the customer's email; empty without a session. */
export const useEmail = (): string => useAuth((snapshot) => selectUser(snapshot)?.email ?? '');

export const useCheckout = <Selected>(select: (snapshot: CheckoutSnapshot) => Selected): Selected =>
  useSelector(useCustomer().checkout, select);

export const useLedger = <Selected>(select: (snapshot: LedgerSnapshot) => Selected): Selected =>
  useSelector(useLedgerActor(), select);
