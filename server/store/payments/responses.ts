import type { ErrorCode } from '#contract/errors.ts';
import type { Purchase } from '#contract/purchases.ts';
import type { RefusalReason } from '../refusals.ts';

/** The response to a settled attempt, and to every repetition of it. */
export type PaymentResponse =
  | { readonly status: 200; readonly body: Purchase }
  | { readonly status: 402; readonly body: RefusalBody };

/** `code` is absent in responses from before there were codes. */
type RefusalBody = Partial<Pick<RefusalReason, 'code'>> & Pick<RefusalReason, 'detail'>;

/** The purchase of an attempt, and its refusal, if it was refused instead. */
export interface ResultRow {
  transaction_id: string;
  credits_added: number;
  amount_cents: number;
  refusal_code: ErrorCode | null;
  refusal_detail: string | null;
}

/** In the order in which PostgreSQL kept the fields of earlier responses, so that a repetition is the same to the byte. */
export const toPurchase = ({ amount_cents, credits_added, transaction_id }: ResultRow): Purchase => ({
  amount_cents,
  credits_added,
  transaction_id,
});

export const toRefusal = (code: ErrorCode | null, detail: string): RefusalBody => ({
  ...(code !== null && { code }),
  detail,
});

export const toResponse = (row: ResultRow): PaymentResponse =>
  row.refusal_detail === null
    ? { status: 200, body: toPurchase(row) }
    : { status: 402, body: toRefusal(row.refusal_code, row.refusal_detail) };
