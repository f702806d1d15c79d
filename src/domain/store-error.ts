import type { ErrorCode } from '#contract/errors.ts';

export type StoreErrorKind =
  | 'refused'
  /** There was no response: offline, reset or blocked. The store may still have processed the request. */
  | 'unreachable'
  /** The response didn't arrive in time. The store may still have processed the request. */
  | 'timed-out'
  /** The response doesn't match the contract. */
  | 'malformed'
  /** There is no session, or the store rejected it. The store processed nothing. */
  | 'signed-out'
  /** The app could not get an access token. The store processed nothing. */
  | 'unsent';

type StoreErrorDetails = Partial<Pick<StoreError, 'status' | 'code' | 'retryAfter' | 'cause'>>;

/** Thrown if a store call fails. `message` is fit for customers: the store's `detail` or our own text. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The store's error code; undefined if absent or unknown. */
  readonly code: ErrorCode | undefined;
  /** Seconds to wait before a retry; null if the store didn't say. */
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

/** Returns whether the status proves that nothing was processed. 408 and 425 don't. */
export const isConclusive = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 425;

/** Returns whether a failed call certainly changed nothing. */
export const hasChangedNothing = (error: unknown): error is StoreError => {
  if (!(error instanceof StoreError)) return false;
  const { kind, status, code } = error;
  return kind === 'refused'
    ? isConclusive(status) || code === 'gateway-unreachable'
    : kind === 'unsent' || kind === 'signed-out';
};

/** Returns whether the customer has no record yet. Matches the message, as the spec requires. */
export const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof StoreError && /404|Customer not found/.test(error.message);

/** Sends a request. Creates the customer's record first if the store doesn't have it yet. */
export const asCustomer = <Reply>(
  send: () => Promise<Reply>,
  register: () => Promise<unknown>,
): Promise<Reply> =>
  send().catch(async (error: unknown) => {
    if (!isUnknownCustomer(error)) throw error;
    await register();
    return send();
  });
