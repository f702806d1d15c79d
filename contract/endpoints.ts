import * as v from 'valibot';
import { activitySchema } from './activity.ts';
import { lastBillingAddressSchema, savedCardsSchema } from './cards.ts';
import { productsSchema } from './products.ts';
import { attemptStateSchema, purchaseSchema } from './purchases.ts';
import { count, credits, text } from './scalars.ts';
import { topUpSchema } from './top-up.ts';
import { historySchema, summarySchema } from './transactions.ts';

export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
  /** Another customer record has the same verified email. Absent if no other record is known. */
  hasOtherAccount: v.fallback(v.optional(v.boolean()), undefined),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const balanceSchema = v.object({ balance: credits });
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Both are parts of the balance. */
export const creditDetailsSchema = v.object({
  /** Credits of open holds. */
  held: count,
  /** What is left of the grants that expire next, on one day in Chicago, and when the first of them does. */
  expiring: v.nullable(v.object({ credits: count, expires_at: text })),
});
export type CreditDetails = v.InferOutput<typeof creditDetailsSchema>;

/** Every reply by its name in the OpenAPI document. */
export const replySchemas = {
  Profile: profileSchema,
  Products: productsSchema,
  Balance: balanceSchema,
  Credits: creditDetailsSchema,
  Purchase: purchaseSchema,
  AttemptState: attemptStateSchema,
  History: historySchema,
  Summary: summarySchema,
  Activity: activitySchema,
  SavedCards: savedCardsSchema,
  LastBillingAddress: lastBillingAddressSchema,
  TopUp: topUpSchema,
};
export type Replies = { [Name in keyof typeof replySchemas]: v.InferOutput<(typeof replySchemas)[Name]> };

/** Refers to schemas by name, so that a page's first script can know the paths without loading valibot. */
export interface Endpoint {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/api/${string}`;
  /** The body matches one of these. */
  readonly requests?: readonly ('PaymentRequest' | 'CardPaymentRequest' | 'TopUpRequest')[];
  readonly reply: keyof Replies;
  /** Milliseconds until the client's cache treats a reply as stale. */
  readonly staleTime?: number;
}

const fiveMinutes = 5 * 60_000;

/** The first call of `profile` creates the customer record. */
export const reads = {
  profile: { path: '/api/auth/profile', reply: 'Profile', staleTime: fiveMinutes },
  products: { path: '/api/products/', reply: 'Products', staleTime: fiveMinutes },
  balance: { path: '/api/credits/balance', reply: 'Balance', staleTime: 30_000 },
  credits: { path: '/api/credits', reply: 'Credits', staleTime: 30_000 },
  summary: { path: '/api/transactions/summary', reply: 'Summary', staleTime: fiveMinutes },
  history: { path: '/api/transactions/history', reply: 'History', staleTime: fiveMinutes },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Every change of the balance, in pages. Apart from `reads`, because the dashboard doesn't need it. */
export const activity = {
  path: '/api/activity',
  reply: 'Activity',
  staleTime: 30_000,
} as const satisfies Endpoint;

/** The client refetches these after each purchase or refund. */
export const accountReads = [
  'balance',
  'credits',
  'summary',
  'history',
] as const satisfies readonly (keyof typeof reads)[];

export const purchases = {
  pay: {
    method: 'POST',
    path: '/api/checkout/process-payment-token',
    requests: ['PaymentRequest', 'CardPaymentRequest'],
    reply: 'Purchase',
  },
  attempt: { path: '/api/checkout/attempts/:id', reply: 'AttemptState' },
  withdraw: { method: 'DELETE', path: '/api/checkout/attempts/:id', reply: 'AttemptState' },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The changes answer with the cards that are left. */
export const cards = {
  list: { path: '/api/cards', reply: 'SavedCards', staleTime: fiveMinutes },
  remove: { method: 'DELETE', path: '/api/cards/:id', reply: 'SavedCards' },
  makeDefault: { method: 'PUT', path: '/api/cards/:id/default', reply: 'SavedCards' },
  billingAddress: { path: '/api/billing-address', reply: 'LastBillingAddress', staleTime: fiveMinutes },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Automatic top-up. Turning off answers with a charge that was already sent. */
export const topUp = {
  read: { path: '/api/top-up', reply: 'TopUp', staleTime: 30_000 },
  save: { method: 'PUT', path: '/api/top-up', requests: ['TopUpRequest'], reply: 'TopUp' },
  turnOff: { method: 'DELETE', path: '/api/top-up', reply: 'TopUp' },
} as const satisfies Readonly<Record<string, Endpoint>>;
