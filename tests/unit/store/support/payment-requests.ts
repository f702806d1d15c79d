import * as v from 'valibot';
import type { PaymentRequest } from '#contract/purchases.ts';
import { historySchema, type Transaction } from '#contract/transactions.ts';
import type { Reply, StoreUnderTest } from './store-under-test.ts';

export const billingAddress = {
  first_name: 'Ada',
  last_name: 'King',
  address1: '888 Main St',
  address2: '',
  city: 'Chicago',
  state: 'il',
  zip: '77777',
  country: 'US',
  phone: '(555) 123-4567',
};

/** Creates a valid payment request for Plus (1,200 + 100 credits, $10.00) with a new payment token. */
export const paymentRequest = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  product_id: 'plus-1200',
  payment_token: `tok-${crypto.randomUUID()}`,
  billing_address: billingAddress,
  ...changes,
});

export const pay = (
  { call }: Pick<StoreUnderTest, 'call'>,
  as: string,
  body: unknown,
  key?: string,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  call('/api/checkout/process-payment-token', {
    method: 'POST',
    as,
    body,
    headers: key === undefined ? headers : { 'Idempotency-Key': key, ...headers },
  });

/** Returns an attempt's state, or undefined if there is no such attempt. */
export const stateOf = async ({ database }: Pick<StoreUnderTest, 'database'>, key: string) => {
  const find = 'select state from purchase_attempts where attempt_id = $1';
  const [row] = await database.query<{ state: string }>(find, [key]);
  return row?.state;
};

/** Returns the first page of the customer's ledger, newest first. */
export const readLedger = async (
  { call }: Pick<StoreUnderTest, 'call'>,
  as: string,
): Promise<Transaction[]> =>
  v.parse(historySchema, (await call('/api/transactions/history', { as })).body).transactions;
