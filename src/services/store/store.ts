import { activity, purchases, reads } from '#contract/endpoints.ts';
import type { PaymentRequestInput } from '#contract/purchases.ts';
import { historyParameters, type StoreReader } from '#domain/store.ts';
import type { PaymentOrder } from '#machines/checkout.types.ts';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { withUsualStamps } from './unusual-stamps.ts';

export interface StoreOptions extends ApiClientOptions {
  /** Whether the API accepts an Idempotency-Key and an expected amount with a payment. */
  readonly idempotencyKey: boolean;
}

/** Milliseconds. */
const payLimit = 30_000;

const attemptPath = (id: string) => purchases.attempt.path.replace(':id', encodeURIComponent(id));

/** Calls throw StoreError, or their signal's reason. The first `profile` read creates the customer record. */
export const createStore = ({ idempotencyKey, ...clientOptions }: StoreOptions) => {
  const call = createApiClient(clientOptions);
  const reader: StoreReader = {
    read: (name, signal) => call(reads[name], signal),
    history: (request, signal) =>
      call({ ...reads.history, searchParams: historyParameters(request) }, signal).then(withUsualStamps),
    activity: (searchParams, signal) => call({ ...activity, searchParams }, signal),
  };
  return {
    ...reader,
    /** Charges once, without retries. */
    pay: ({ attempt, billing, paymentToken }: PaymentOrder, signal?: AbortSignal) =>
      call(
        {
          ...purchases.pay,
          limit: payLimit,
          headers: idempotencyKey
            ? { 'Idempotency-Key': attempt.id, 'X-Expected-Amount-Cents': String(attempt.amountCents) }
            : {},
          json: {
            product_id: attempt.productId,
            payment_token: paymentToken,
            billing_address: billing,
          } satisfies PaymentRequestInput,
        },
        signal,
      ),
    /** An attempt's outcome. 404 for an attempt that hasn't arrived but still may. */
    attempt: (attemptId: string, signal?: AbortSignal) =>
      call({ ...purchases.attempt, path: attemptPath(attemptId) }, signal),
    /** Permanently cancels an attempt unless its card may have been charged. Returns its outcome. */
    withdraw: (attemptId: string, signal?: AbortSignal) =>
      call({ ...purchases.withdraw, path: attemptPath(attemptId) }, signal),
  };
};

export type StoreApi = ReturnType<typeof createStore>;
