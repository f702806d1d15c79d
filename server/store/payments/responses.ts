import * as v from 'valibot';
import { errorSchema } from '#contract/error-schema.ts';
import type { Purchase } from '#contract/purchases.ts';

type KeptRefusal = v.InferOutput<typeof errorSchema>;

/** Response to a settled attempt. Repeated requests get the same one. */
export type PaymentResponse =
  | { readonly status: 200; readonly body: Purchase }
  | { readonly status: 402; readonly body: KeptRefusal };

/** An attempt's purchase or refusal. */
export interface ResultRow extends Purchase {
  readonly refusal_code?: string | null;
  readonly refusal_detail?: string | null;
}

export const toPurchase = ({ amount_cents, credits_added, transaction_id }: ResultRow): Purchase => ({
  amount_cents,
  credits_added,
  transaction_id,
});

export const toRefusal = ({ refusal_code, refusal_detail }: ResultRow): KeptRefusal | undefined =>
  refusal_detail == null ? undefined : v.parse(errorSchema, { code: refusal_code, detail: refusal_detail });

export const toResponse = (row: ResultRow): PaymentResponse => {
  const refusal = toRefusal(row);
  return refusal === undefined ? { status: 200, body: toPurchase(row) } : { status: 402, body: refusal };
};
