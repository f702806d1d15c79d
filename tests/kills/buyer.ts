import * as v from 'valibot';
import { billingAddress } from '../unit/store/support/payment-requests.ts';
import type { TestUserPool } from '../unit/store/support/user-pool.ts';

/** A purchase attempt, with the responses that its customer got. */
export interface TestAttempt {
  readonly key: string;
  readonly customer: Customer;
  readonly product: string;
  /** A new card's token, or the id of a saved card. */
  readonly card:
    | { readonly payment_token: string; readonly save_card: boolean }
    | { readonly card_id: string };
  /** Final responses, in order: `charged` or the code of a refusal. */
  readonly told: string[];
}

export interface Customer {
  readonly id: string;
  readonly accessToken: string;
}

/** Number of customers created at a time. More would exceed the store's timeouts on a busy machine. */
const customersAtOnce = 20;

export const createCustomers = async (
  pool: TestUserPool,
  store: string,
  count: number,
): Promise<Customer[]> => {
  const create = async (): Promise<Customer> => {
    const id = crypto.randomUUID();
    pool.attributes.set(id, { email: `${id}@example.com` });
    const now = Math.floor(Date.now() / 1_000);
    const accessToken = await pool.accessToken(id, { exp: now + 86_400, auth_time: now, origin_jti: id });
    const headers = { Authorization: `Bearer ${accessToken}` };
    const { ok } = await fetch(`${store}/api/auth/profile`, { headers });
    if (!ok) throw new Error('A customer could not be created.');
    return { id, accessToken };
  };
  const customers: Customer[] = [];
  while (customers.length < count) {
    const length = Math.min(customersAtOnce, count - customers.length);
    customers.push(...(await Promise.all(Array.from({ length }, create))));
  }
  return customers;
};

const refusalSchema = v.object({ code: v.string() });
/** Codes of refusals that ask the customer to wait for the outcome, or to retry the attempt. */
const retryable = new Set(['attempt-in-progress', 'outcome-unknown', 'gateway-unreachable', 'unavailable']);

/** Sends the attempt once and records the response, if any. @returns its Retry-After in seconds */
export const send = async (store: string, attempt: TestAttempt): Promise<number | undefined> => {
  const { key, customer, product, card, told } = attempt;
  const reply = await fetch(`${store}/api/checkout/process-payment-token`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      Authorization: `Bearer ${customer.accessToken}`,
    },
    body: JSON.stringify({
      product_id: product,
      ...card,
      ...('payment_token' in card && { billing_address: billingAddress }),
    }),
  }).catch(() => undefined);
  const body: unknown = await reply?.json().catch(() => undefined);
  if (reply === undefined || body === undefined) return undefined;
  if (reply.ok) told.push('charged');
  else if (v.is(refusalSchema, body) && !retryable.has(body.code)) told.push(body.code);
  const wait = reply.headers.get('Retry-After');
  return wait === null ? undefined : Number(wait);
};

const historySchema = v.object({ transactions: v.array(v.object({ id: v.string() })) });

/** Refunds the customer's latest purchase. @returns the response's status, or undefined without a response */
export const refundLatest = async (store: string, { accessToken }: Customer): Promise<number | undefined> => {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const history = await fetch(`${store}/api/transactions/history`, { headers }).catch(() => undefined);
  const body: unknown = await history?.json().catch(() => undefined);
  if (!v.is(historySchema, body)) return undefined;
  const path = `/api/transactions/${body.transactions[0]?.id}/refund`;
  return (await fetch(`${store}${path}`, { method: 'POST', headers }).catch(() => undefined))?.status;
};

/** @returns the response's status, or undefined without a response */
export const deleteAccount = async (
  store: string,
  { accessToken }: Customer,
): Promise<number | undefined> => {
  const request = { method: 'DELETE', headers: { Authorization: `Bearer ${accessToken}` } };
  return (await fetch(`${store}/api/account`, request).catch(() => undefined))?.status;
};

const cardsSchema = v.object({ cards: v.array(v.object({ id: v.string() })) });

export const savesCard = ({ card }: TestAttempt): boolean => 'payment_token' in card && card.save_card;

/** Returns the ids of the customer's saved cards, or undefined without a response. */
export const listCards = async (
  store: string,
  { accessToken }: Customer,
): Promise<readonly string[] | undefined> => {
  const reply = await fetch(`${store}/api/cards`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
  const body: unknown = await reply?.json().catch(() => undefined);
  return reply?.ok && v.is(cardsSchema, body) ? body.cards.map(({ id }) => id) : undefined;
};

const stateSchema = v.object({ state: v.string() });

/** Returns the attempt's state in the store, or undefined without a response. */
export const stateOf = async (store: string, { key, customer }: TestAttempt): Promise<string | undefined> => {
  const reply = await fetch(`${store}/api/checkout/attempts/${key}`, {
    headers: { Authorization: `Bearer ${customer.accessToken}` },
  }).catch(() => undefined);
  if (reply?.status === 404) return 'not-arrived';
  const body: unknown = await reply?.json().catch(() => undefined);
  return reply?.ok && v.is(stateSchema, body) ? body.state : undefined;
};
