import type { Balance, Profile } from '#contract/account.ts';
import type { Product } from '#contract/products.ts';
import type { History, Summary, TransactionStatus } from '#contract/transactions.ts';

/** A page of the ledger: pages count from 1; no status means all of them. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten unless told. */
  readonly limit?: number;
  readonly status?: TransactionStatus;
}

/** What the dashboard reads of the store. Every call throws StoreError, or the reason of its own signal. */
export interface StoreReader {
  profile(signal?: AbortSignal): Promise<Profile>;
  products(signal?: AbortSignal): Promise<Product[]>;
  balance(signal?: AbortSignal): Promise<Balance>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
  summary(signal?: AbortSignal): Promise<Summary>;
}
