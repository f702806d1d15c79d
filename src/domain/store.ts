import type * as v from 'valibot';
import { balanceSchema, profileSchema } from '#contract/account.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import { productsSchema } from '#contract/products.ts';
import { type History, summarySchema } from '#contract/transactions.ts';

/** A page of the ledger: pages count from 1; by default of all statuses. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten by default. */
  readonly limit?: number;
  readonly status?: TransactionStatus | 'all';
}

/** What is read without parameters, each with the schema of its reply. */
export const storeReplies = {
  profile: profileSchema,
  products: productsSchema,
  balance: balanceSchema,
  summary: summarySchema,
} as const;

export type StoreRead = keyof typeof storeReplies;
export type StoreReply<Name extends StoreRead> = v.InferOutput<(typeof storeReplies)[Name]>;

/** What a purchase or a refund changes: it is read again after each. */
export const accountReads = ['balance', 'summary'] as const satisfies readonly StoreRead[];

/** Where each is read. */
export const storePaths: Readonly<Record<StoreRead, string>> = {
  profile: 'api/auth/profile',
  products: 'api/products/',
  balance: 'api/credits/balance',
  summary: 'api/transactions/summary',
};

/** What the dashboard reads of the store. Every call throws StoreError, or the reason of its own signal. */
export interface StoreReader {
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<StoreReply<Name>>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
}
