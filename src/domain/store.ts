import type * as v from 'valibot';
import { balanceSchema, profileSchema } from '#contract/account.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import { productsSchema } from '#contract/products.ts';
import { type History, summarySchema } from '#contract/transactions.ts';

/** A page of the ledger: pages count from 1; of all statuses unless told. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten unless told. */
  readonly limit?: number;
  readonly status?: TransactionStatus | 'all';
}

/** What is read without parameters, each by the schema of its answer. */
export const storeAnswers = {
  profile: profileSchema,
  products: productsSchema,
  balance: balanceSchema,
  summary: summarySchema,
} as const;

export type StoreRead = keyof typeof storeAnswers;
export type StoreAnswer<Name extends StoreRead> = v.InferOutput<(typeof storeAnswers)[Name]>;

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
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<StoreAnswer<Name>>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
}
