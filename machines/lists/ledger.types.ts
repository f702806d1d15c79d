import type { TransactionStatus } from '../../contract/queries.ts';
import type { History, Transaction } from '../../contract/transactions.ts';

export type LedgerFilter = 'all' | TransactionStatus;

/** Pages count from 1. */
export interface LedgerQuery {
  readonly status: LedgerFilter;
  readonly page: number;
}

/** The query and the id of the open transaction, as in the address bar. */
export interface LedgerAddress extends LedgerQuery {
  readonly tx: string | null;
}

export type LedgerAnswer =
  | {
      readonly outcome: 'loaded';
      readonly history: History;
      /** When the store answered, in milliseconds since the epoch. */
      readonly readAt: number;
    }
  /** The store has no record of this customer yet. */
  | { readonly outcome: 'unknown-customer' };

export interface LedgerInput {
  readonly address: LedgerAddress;
}

export interface LedgerContext {
  readonly query: LedgerQuery;
  /** The latest rows. They stay while others load, and if another page of their filter can't be read. */
  readonly history: History | null;
  /** The query of these rows; null if there are none. */
  readonly shown: LedgerQuery | null;
  /** The query that failed while these rows stay. */
  readonly missed: LedgerQuery | null;
  /** When these rows were read, in milliseconds since the epoch. */
  readonly readAt: number | null;
  /** The id of the transaction whose details are open or requested. */
  readonly transaction: string | null;
  /** The row without an id whose details are open. It has no address. */
  readonly unnamedRow: Transaction | null;
}

export type LedgerEvent =
  | { readonly type: 'filter.chosen'; readonly status: LedgerFilter }
  | { readonly type: 'page.chosen'; readonly page: number }
  | { readonly type: 'transaction.opened'; readonly id: string }
  /** A row without an id; places count from 0. */
  | { readonly type: 'row.opened'; readonly place: number }
  | { readonly type: 'transaction.closed' }
  | { readonly type: 'history.retried' }
  | { readonly type: 'history.outdated' }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'address.visited'; readonly address: LedgerAddress };

/** Updates the address bar; `replace` if the address was wrong and must not stay in the history. */
export interface AddressChanged {
  readonly type: 'address.changed';
  readonly address: LedgerAddress;
  readonly replace: boolean;
}

export type LedgerEmitted =
  | AddressChanged
  /** Invalidates cached data, because the customer wants the store's current data. */
  | { readonly type: 'refresh.started' };
