import { defaultPageSize } from '#contract/history-query.ts';
import { attemptStateSchema, purchaseSchema } from '#contract/purchases.ts';
import { historySchema } from '#contract/transactions.ts';
import { type StoreApi, storeAnswers, storePaths } from '#domain/store.ts';
import { type CallerOptions, createCaller } from './caller.ts';

export interface StoreOptions extends CallerOptions {
  /** Whether the API takes an Idempotency-Key and an expected amount with a payment. */
  readonly idempotencyKey: boolean;
}

/** Milliseconds. */
const readLimit = 15_000;
/** Milliseconds. */
const payLimit = 30_000;

const attemptPath = (attemptId: string) => `api/checkout/attempts/${encodeURIComponent(attemptId)}`;

/** The store API's calls. All but `pay` and `withdraw` only read, the profile's first call excepted: it makes the customer record. */
export const createStore = ({ idempotencyKey, ...callerOptions }: StoreOptions): StoreApi => {
  const call = createCaller(callerOptions);
  return {
    read: (name, signal) =>
      call({ path: storePaths[name], answer: storeAnswers[name], limit: readLimit }, signal),
    history: ({ page, limit = defaultPageSize, status = 'all' }, signal) =>
      call(
        {
          path: 'api/transactions/history',
          answer: historySchema,
          limit: readLimit,
          searchParams: { page, limit, ...(status !== 'all' && { status }) },
        },
        signal,
      ),
    pay: ({ attemptId, productId, expectedAmountCents, paymentToken, billingAddress }, signal) =>
      call(
        {
          path: 'api/checkout/process-payment-token',
          answer: purchaseSchema,
          limit: payLimit,
          headers: idempotencyKey
            ? { 'Idempotency-Key': attemptId, 'X-Expected-Amount-Cents': String(expectedAmountCents) }
            : {},
          json: { product_id: productId, payment_token: paymentToken, billing_address: billingAddress },
        },
        signal,
      ),
    attempt: (attemptId, signal) =>
      call({ path: attemptPath(attemptId), answer: attemptStateSchema, limit: readLimit }, signal),
    withdraw: (attemptId, signal) =>
      call(
        { path: attemptPath(attemptId), method: 'DELETE', answer: attemptStateSchema, limit: readLimit },
        signal,
      ),
  };
};
