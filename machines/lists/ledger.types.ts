import type { TransactionStatus } from '../../contract/queries.ts';
import type { History, Transaction } from '../../contract/transactions.ts';

export type LedgerFilter = 'all' | TransactionStatus;

/** A query for one page. Pages start at 1. */
export interface LedgerQuery {
  readonly status: LedgerFilter;
  readonly page: number;
}

/** The address bar's query and open transaction. */
export interface LedgerAddress extends LedgerQuery {
  readonly tx: string | null;
}

export type LedgerAnswer =
  | {
      readonly outcome: 'loaded';
      readonly history: History;
      /** When the store responded, in milliseconds since the epoch. */
      readonly readAt: number;
    }
  /** The store has no record of this customer yet. */
  | { readonly outcome: 'unknown-customer' };

export interface LedgerContext {
  readonly query: LedgerQuery;
  /** The latest rows. They stay while other rows load, and if another page of their filter can't be read. */
  readonly history: History | null;
  /** The query of these rows; null if there are none. */
  readonly shown: LedgerQuery | null;
  /** The query that failed while these rows stay. */
  readonly missed: LedgerQuery | null;
  /** When the rows were read, in milliseconds since the epoch. */
  readonly readAt: number | null;
  /** The id of the transaction whose details are open or requested. */
  readonly transaction: string | null;
  /** The open row, if it has no id. Without an id, the address can't name it. */
  readonly unnamedRow: Transaction | null;
}

export type LedgerEvent =
  | { readonly type: 'filter.chosen'; readonly status: LedgerFilter }
  | { readonly type: 'page.chosen'; readonly page: number }
  | { readonly type: 'transaction.opened'; readonly id: string }
  /** The customer opened a row without an id. `place` is its zero-based index. */
  | { readonly type: 'row.opened'; readonly place: number }
  | { readonly type: 'transaction.closed' }
  | { readonly type: 'history.retried' }
  | { readonly type: 'history.outdated' }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'address.visited'; readonly address: LedgerAddress };

/** Updates the address bar. `replace` removes a wrong address from the browser's history. */
export interface AddressChanged {
  readonly type: 'address.changed';
  readonly address: LedgerAddress;
  readonly replace: boolean;
}

export type LedgerEmitted =
  | AddressChanged
  /** The customer requested current data, so cached data must be invalidated. */
  | { readonly type: 'refresh.started' };
