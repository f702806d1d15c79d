import type { Balance, Profile } from '#contract/account.ts';
import type { Product } from '#contract/products.ts';
import type { AttemptState, Purchase } from '#contract/purchases.ts';
import type { History, Summary, TransactionStatus } from '#contract/transactions.ts';

/** Why a call of the store gave no answer to use. */
export type StoreErrorKind =
  /** The store answered with an error status. */
  | 'refused'
  /** Nothing arrived: offline, reset, blocked. The store may have done its work all the same. */
  | 'unreachable'
  /** No answer in time. The store may have done its work all the same. */
  | 'timed-out'
  /** An answer that is not what the store promises. */
  | 'malformed'
  /** There is no session to call with; nothing was sent. */
  | 'signed-out';

/** A failed call of the store. `message` is fit to be shown: the store's `detail`, else a plain sentence. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** The HTTP status, or null when there was no answer. */
  readonly status: number | null;
  /** Seconds to wait before another try, when the store said so. */
  readonly retryAfter: number | null;

  constructor(
    kind: StoreErrorKind,
    message: string,
    {
      status = null,
      retryAfter = null,
      cause,
    }: { status?: number | null; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A page of the ledger: pages count from 1; no status means all of them. */
export interface HistoryRequest {
  readonly page: number;
  /** Rows of a page, 100 at most; ten unless told. */
  readonly limit?: number;
  readonly status?: TransactionStatus;
}

/** What the dashboard reads. Every call throws {@link StoreError}. */
export interface StoreReader {
  profile(signal?: AbortSignal): Promise<Profile>;
  products(signal?: AbortSignal): Promise<Product[]>;
  balance(signal?: AbortSignal): Promise<Balance>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
  summary(signal?: AbortSignal): Promise<Summary>;
}

/** One charge. Where the API takes them, `attemptId` becomes the Idempotency-Key, and another price is refused. */
export interface PaymentCall {
  readonly attemptId: string;
  readonly productId: string;
  /** What the customer agreed to pay, in US cents. */
  readonly expectedAmountCents: number;
  readonly paymentToken: string;
  readonly billingAddress: {
    readonly first_name: string;
    readonly last_name: string;
    readonly address1: string;
    readonly address2: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly country: string;
    readonly phone: string;
  };
}

export interface StoreApi extends StoreReader {
  /** Charges once. Never repeated by itself. */
  pay(call: PaymentCall, signal?: AbortSignal): Promise<Purchase>;
  /** What became of an attempt. One that has not arrived, and still may, is refused with 404. */
  attempt(attemptId: string, signal?: AbortSignal): Promise<AttemptState>;
  /** Gives an attempt up for good, unless its card may have been charged; tells what became of it. */
  withdraw(attemptId: string, signal?: AbortSignal): Promise<AttemptState>;
}
