import type { Replies, reads } from '#contract/endpoints.ts';
import { defaultPageSize, type TransactionStatus } from '#contract/history-query.ts';
import type { History } from '#contract/transactions.ts';

/** A page of the ledger: pages count from 1; by default of all statuses. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten by default. */
  readonly limit?: number;
  readonly status?: TransactionStatus | 'all';
}

/** What is read without parameters. */
export type StoreRead = Exclude<keyof typeof reads, 'history'>;

export type ReplyTo<Name extends StoreRead> = Replies[(typeof reads)[Name]['reply']];

/** What the dashboard reads at once, beside a page of the ledger. The first of them makes the customer record. */
export const firstReads = [
  'profile',
  'products',
  'balance',
  'summary',
] as const satisfies readonly StoreRead[];

/** The query of a page of the ledger. */
export const historyParameters = ({ page, limit = defaultPageSize, status = 'all' }: HistoryRequest) => ({
  page,
  limit,
  ...(status !== 'all' && { status }),
});

/** What the dashboard reads of the store. Every call throws StoreError, or the reason of its own signal. */
export interface StoreReader {
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<ReplyTo<Name>>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
}
