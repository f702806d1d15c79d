import type { ErrorCode } from '#contract/errors.ts';

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
  /** There is no session to call with, or the store has ended it; the store has done nothing. */
  | 'signed-out'
  /** No access token could be had for the session; the store has done nothing. */
  | 'unsent';

type StoreErrorDetails = Partial<Pick<StoreError, 'status' | 'code' | 'retryAfter' | 'cause'>>;

/** A failed call of the store. `message` is fit to be shown: the store's `detail`, else a plain sentence. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** The HTTP status, or null when there was no answer. */
  readonly status: number | null;
  /** Why the store refused; undefined when it gave no code that is known here. */
  readonly code: ErrorCode | undefined;
  /** Seconds to wait before another try, when the store said so. */
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

/** Whether a call failed for want of a customer record, as far as the store's words tell: they decide, not the status. */
export const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof StoreError && /404|Customer not found/.test(error.message);
