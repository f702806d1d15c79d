import type { ErrorCode } from '#contract/errors.ts';

export type StoreErrorKind =
  | 'refused'
  /** No response: offline, reset or blocked. The store may still have processed the request. */
  | 'unreachable'
  /** No response in time. The store may still have processed the request. */
  | 'timed-out'
  /** The response doesn't match the contract. */
  | 'malformed'
  /** There is no session, or the store ended it. The store processed nothing. */
  | 'signed-out'
  /** The app could not get an access token. The store processed nothing. */
  | 'unsent';

type StoreErrorDetails = Partial<Pick<StoreError, 'status' | 'code' | 'retryAfter' | 'cause'>>;

/** A failed store call. `message` can be shown: it is the store's `detail`, or a plain sentence. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** Null without a response. */
  readonly status: number | null;
  /** The store's reason. Undefined if it gave none, or one unknown here. */
  readonly code: ErrorCode | undefined;
  /** Seconds to wait before a retry, if the store said so. */
  readonly retryAfter: number | null;

  constructor(
    kind: StoreErrorKind,
    message: string,
    { status = null, code, retryAfter = null, cause }: StoreErrorDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether the customer has no record yet. The spec goes by the message, not by the status. */
export const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof StoreError && /404|Customer not found/.test(error.message);
