import type { Balance, Profile } from '#contract/account.ts';
import { defaultPageSize, type TransactionStatus } from '#contract/history-query.ts';
import type { Product } from '#contract/products.ts';
import type { History, Summary } from '#contract/transactions.ts';

/** A page of the ledger: pages count from 1; by default of all statuses. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten by default. */
  readonly limit?: number;
  readonly status?: TransactionStatus | 'all';
}

/** What is read without parameters, each with its reply. */
export interface StoreReplies {
  readonly profile: Profile;
  readonly products: Product[];
  readonly balance: Balance;
  readonly summary: Summary;
}

export type StoreRead = keyof StoreReplies;

/** What a purchase or a refund changes: it is read again after each. */
export const accountReads = ['balance', 'summary'] as const satisfies readonly StoreRead[];

/** What the dashboard reads at once, beside a page of the ledger. The first of them makes the customer record. */
export const firstReads = [
  'profile',
  'products',
  'balance',
  'summary',
] as const satisfies readonly StoreRead[];

/** Where each is read. */
export const storePaths: Readonly<Record<StoreRead, string>> = {
  profile: 'api/auth/profile',
  products: 'api/products/',
  balance: 'api/credits/balance',
  summary: 'api/transactions/summary',
};

/** Where a page of the ledger is read. */
export const historyPath = 'api/transactions/history';

/** The query of a page of the ledger. */
export const historyParameters = ({ page, limit = defaultPageSize, status = 'all' }: HistoryRequest) => ({
  page,
  limit,
  ...(status !== 'all' && { status }),
});

/** What the dashboard reads of the store. Every call throws StoreError, or the reason of its own signal. */
export interface StoreReader {
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<StoreReplies[Name]>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
}
