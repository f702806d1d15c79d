import type { Activity } from '#contract/activity.ts';
import type { reads } from '#contract/endpoints.ts';
import { defaultPageSize, type TransactionStatus } from '#contract/queries.ts';
import type { Replies } from '#contract/replies.ts';
import type { History } from '#contract/transactions.ts';

/** A request for a page of the ledger. Pages start at 1. `status` defaults to all statuses. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows per page: 10 by default, at most 100. */
  readonly limit?: number;
  readonly status?: TransactionStatus | 'all';
}

export type StoreRead = Exclude<keyof typeof reads, 'history'>;

export type ReplyTo<Name extends StoreRead> = Replies[(typeof reads)[Name]['reply']];

/** The dashboard's initial reads, in addition to the ledger. `profile` creates the customer record. */
export const firstReads = ['profile', 'products', 'balance', 'summary'] as const satisfies StoreRead[];

export const historyParameters = ({ page, limit = defaultPageSize, status = 'all' }: HistoryRequest) => ({
  page,
  limit,
  ...(status !== 'all' && { status }),
});

/** The query parameters of `activityQuerySchema`. */
export type ActivityParameters = Readonly<Record<string, string | number>>;

/** Reads customer data from the store. Methods reject with a StoreError, or with the signal's reason. */
export interface StoreReader {
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<ReplyTo<Name>>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
  activity(query: ActivityParameters, signal?: AbortSignal): Promise<Activity>;
}
