import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AuthSnapshot } from '#machines/auth.selectors.ts';
import type { authMachine } from '#machines/auth.ts';
import type { Authenticator, Devices, Verification } from '#machines/auth.types.ts';
import type { CheckoutSnapshot } from '#machines/checkout.selectors.ts';
import type { checkoutMachine } from '#machines/checkout.ts';
import type { CardField } from '#machines/checkout.types.ts';
import type { LedgerSnapshot } from '#machines/ledger.selectors.ts';
import type { ledgerMachine } from '#machines/ledger.ts';
import type { LedgerQuery } from '#machines/ledger.types.ts';
import type { BillingMemory } from './billing-memory.ts';
import type { StoreQuery } from './store-query.ts';

export type AuthActor = ActorRefFrom<typeof authMachine>;
export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>;
export type LedgerActor = ActorRefFrom<typeof ledgerMachine>;

/** What every screen may use. Made once, outside React. */
export interface AppContextValue {
  /** What the credits are called, as in 'Your {product}'. */
  readonly productName: string;
  readonly auth: AuthActor;
  readonly devices: Devices;
  readonly loadAuthenticator: () => Promise<Authenticator>;
  /** Fetches what an account's form needs once it is sent, or the network is gone. */
  readonly prefetchForForms: () => void;
  readonly sessionKeeping: SessionKeeping;
  /** How the pool verifies an email: by a code that is entered, or by a link that is opened. */
  readonly verification: Verification;
  /** Whether there are hosted sign-in pages. */
  readonly hostedSignIn: boolean;
  /** Where customers get help: an email address or an https URL; null where the store names none. */
  readonly support: string | null;
  /** Who sells, for receipts; null where the configuration does not say. */
  readonly seller: string | null;
  /** Whether billing addresses may be in US territories or of the military. */
  readonly usTerritories: boolean;
}

/** Whether a session would outlive this page. */
export interface SessionKeeping {
  isKept(): boolean;
  /** Calls back when that changes. Returns the unsubscribe function. */
  onKeptChange(notify: () => void): () => void;
}

/** What the screens of one signed-in customer use: made at sign-in, ended at sign-out. */
export interface CustomerContextValue {
  readonly checkout: CheckoutActor;
  readonly ledger: LedgerActor;
  readonly storeQuery: StoreQuery;
  /** The billing address that was typed last. */
  readonly billing: BillingMemory;
  /** Stops looking for the transaction that the address names, so that its dialog can't open over another part. */
  readonly dropSought: () => void;
  /** Prefetches a page of the ledger. */
  readonly readAhead: (query: LedgerQuery) => void;
  /** Reads a page of the ledger past what is kept of it; false when that failed. */
  readonly rereadHistory: (query: LedgerQuery) => Promise<boolean>;
  /** Fetches the code of the ledger's download. */
  readonly prefetchDownload: () => void;
  /** Loads the gateway's script, for a checkout that is about to open. */
  readonly warmUpCardFields: () => void;
  /** Puts the gateway's field into a container of the form, or takes it out (null). */
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

/** One narrow view of the account; renders again only when it changes. */
export const useAuth = <Selected>(select: (snapshot: AuthSnapshot) => Selected): Selected =>
  useSelector(useApp().auth, select);

export const useCheckout = <Selected>(select: (snapshot: CheckoutSnapshot) => Selected): Selected =>
  useSelector(useCustomer().checkout, select);

export const useLedger = <Selected>(select: (snapshot: LedgerSnapshot) => Selected): Selected =>
  useSelector(useCustomer().ledger, select);
