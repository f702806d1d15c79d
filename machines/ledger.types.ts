import type { TransactionStatus } from '../contract/history-query.ts';
import type { History, Transaction } from '../contract/transactions.ts';

/** What the ledger shows: every transaction, or those of one status. */
export type LedgerFilter = 'all' | TransactionStatus;

/** Which page of which filter; pages count from 1. */
export interface LedgerQuery {
  readonly status: LedgerFilter;
  readonly page: number;
}

/** What the address bar says: the query, and the id of the transaction whose details are open. */
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
  /** The store does not know this customer yet. */
  | { readonly outcome: 'unknown-customer' };

export interface LedgerInput {
  readonly address: LedgerAddress;
}

export interface LedgerContext {
  readonly query: LedgerQuery;
  /** The rows last shown; they stay while others are loading. */
  readonly history: History | null;
  /** When these rows were read, in milliseconds since the epoch. */
  readonly readAt: number | null;
  /** The id of the transaction whose details are open, or sought. */
  readonly transaction: string | null;
  /** The row without an id whose details are open: no address names it. */
  readonly unnamedRow: Transaction | null;
  /** The download under way, or the last one. */
  readonly download: LedgerDownload | null;
}

/** A filter of the ledger on its way into a file. */
export interface LedgerDownload {
  readonly status: LedgerFilter;
  readonly rows: number;
  /** How many rows there will be; null before the first page. */
  readonly total: number | null;
  /** Why it failed, in the store's words; empty otherwise. */
  readonly problem: string;
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
  | { readonly type: 'download.requested' }
  | { readonly type: 'download.cancelled' }
  | { readonly type: 'download.progressed'; readonly rows: number; readonly total: number }
  | { readonly type: 'download.completed'; readonly csv: readonly string[] }
  | { readonly type: 'download.failed'; readonly message: string }
  | { readonly type: 'address.visited'; readonly address: LedgerAddress };

/** The address bar is to follow; `replace` when the address was wrong rather than left. */
export interface AddressChanged {
  readonly type: 'address.changed';
  readonly address: LedgerAddress;
  readonly replace: boolean;
}

export type LedgerEmitted =
  | AddressChanged
  /** What was read before is to be forgotten: the customer wants to see what the store has now. */
  | { readonly type: 'refresh.started' }
  /** A file is ready to be saved: its text in parts. */
  | { readonly type: 'ledger.downloaded'; readonly status: LedgerFilter; readonly csv: readonly string[] };
