import type { ErrorCode } from '#contract/errors.ts';
import type { Purchase } from '#contract/purchases.ts';
import type { ErrorBody } from '../http/http-error.ts';

/** The same for every repetition of a settled attempt. */
export type PaymentResponse =
  | { readonly status: 200; readonly body: Purchase }
  | { readonly status: 402; readonly body: ErrorBody };

/** An attempt's purchase, or its refusal. */
export type ResultRow = {
  transaction_id: string;
  credits_added: number;
  amount_cents: number;
} & ({ refusal_code: null; refusal_detail: null } | { refusal_code: ErrorCode; refusal_detail: string });

export const toPurchase = ({ amount_cents, credits_added, transaction_id }: ResultRow): Purchase => ({
  amount_cents,
  credits_added,
  transaction_id,
});

export const toRefusal = (row: ResultRow): ErrorBody | undefined =>
  row.refusal_detail === null ? undefined : { code: row.refusal_code, detail: row.refusal_detail };

export const toResponse = (row: ResultRow): PaymentResponse => {
  const refusal = toRefusal(row);
  return refusal === undefined ? { status: 200, body: toPurchase(row) } : { status: 402, body: refusal };
};
