import type { RefusalCode } from './types.gen.ts';

/**
 * A refusal's code; `no-answer` if the store couldn't be reached in time; `unexpected-answer` if something else
 * answered, such as a proxy; `aborted` or `timed-out` if the caller's signal or time limit stopped the call. After these
 * four, the call may have taken effect: repeat it with the same id.
 */
export type CofferErrorCode = RefusalCode | 'no-answer' | 'unexpected-answer' | 'aborted' | 'timed-out';

export interface Refused {
  readonly status: number;
  readonly code: CofferErrorCode;
  readonly detail: string;
  readonly required?: number | undefined;
  readonly available?: number | undefined;
  readonly holdId?: string | undefined;
  readonly cause?: unknown;
}

/** A call that the store refused, or did not answer. */
export class CofferError extends Error {
  override readonly name = 'CofferError';
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;
  readonly code: CofferErrorCode;
  /** For developers and logs. */
  readonly detail: string;
  /** With `insufficient-credits`: what the call needs. */
  readonly required: number | undefined;
  /** With `insufficient-credits`: what the customer has. */
  readonly available: number | undefined;
  /** With every failed call on a hold. */
  readonly holdId: string | undefined;

  constructor({ status, code, detail, required, available, holdId, cause }: Refused) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.required = required;
    this.available = available;
    this.holdId = holdId;
  }
}
