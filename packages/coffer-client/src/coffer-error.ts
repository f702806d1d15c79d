import type { RefusalCode } from './types.gen.ts';

/**
 * A refusal's code; `no-answer` if the store didn't respond in time; `unexpected-answer` if something else did,
 * such as a proxy; `aborted` or `timed-out` if the caller's signal or time limit stopped the call. With one of
 * the last four codes, the call may have taken effect: repeat it with the same id.
 */
export type CofferErrorCode = RefusalCode | 'no-answer' | 'unexpected-answer' | 'aborted' | 'timed-out';

export interface Refused {
  readonly status: number;
  readonly code: CofferErrorCode;
  readonly detail: string;
  readonly required?: number | undefined;
  readonly available?: number | undefined;
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
  readonly resetsAt?: string | undefined;
  readonly buyUrl?: string | undefined;
  readonly holdId?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown if the store refused a call or didn't respond. */
export class CofferError extends Error {
  override readonly name = 'CofferError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly code: CofferErrorCode;
  /** An explanation for developers and logs. */
  readonly detail: string;
  /** The credits that the call needs, if the code is `insufficient-credits`. */
  readonly required: number | undefined;
  /** The credits that the customer has, if the code is `insufficient-credits`. */
  readonly available: number | undefined;
  /** The customer's spending limit and use of this month, and when the next month starts, if the code is `spending-limit-reached`. */
  readonly limit: number | undefined;
  readonly used: number | undefined;
  readonly resetsAt: string | undefined;
  /** The page where the customer can buy credits, if the code is `insufficient-credits` and the store knows it. */
  readonly buyUrl: string | undefined;
  /** The id of the hold that the call was for, if any. */
  readonly holdId: string | undefined;

  constructor({ status, code, detail, cause, ...facts }: Refused) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.required = facts.required;
    this.available = facts.available;
    this.limit = facts.limit;
    this.used = facts.used;
    this.resetsAt = facts.resetsAt;
    this.buyUrl = facts.buyUrl;
    this.holdId = facts.holdId;
  }
}
