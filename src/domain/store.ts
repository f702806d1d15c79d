import type * as v from 'valibot';
import { balanceSchema, profileSchema } from '#contract/account.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import { productsSchema } from '#contract/products.ts';
import type { AttemptState, Purchase } from '#contract/purchases.ts';
import { type History, summarySchema } from '#contract/transactions.ts';

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

/** Where each is read. */
export const storePaths: Readonly<Record<StoreRead, string>> = {
  profile: 'api/auth/profile',
  products: 'api/products/',
  balance: 'api/credits/balance',
  summary: 'api/transactions/summary',
};

/** What the dashboard reads. Every call throws {@link StoreError}. */
export interface StoreReader {
  read<Name extends StoreRead>(name: Name, signal?: AbortSignal): Promise<StoreAnswer<Name>>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<History>;
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
