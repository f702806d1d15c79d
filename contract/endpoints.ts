import * as v from 'valibot';
import { productsSchema } from './products.ts';
import { attemptStateSchema, purchaseSchema } from './purchases.ts';
import { credits, text } from './scalars.ts';
import { historySchema, summarySchema } from './transactions.ts';

export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
  /** Another customer record has the same verified email. Optional: absent means that none is known. */
  hasOtherAccount: v.fallback(v.optional(v.boolean()), undefined),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const balanceSchema = v.object({ balance: credits });
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Every reply, under its name in the OpenAPI document. */
export const replySchemas = {
  Profile: profileSchema,
  Products: productsSchema,
  Balance: balanceSchema,
  Purchase: purchaseSchema,
  AttemptState: attemptStateSchema,
  History: historySchema,
  Summary: summarySchema,
};
export type Replies = { [Name in keyof typeof replySchemas]: v.InferOutput<(typeof replySchemas)[Name]> };

/** Names its schemas, so that a page's first script can know the addresses without them. */
export interface Endpoint {
  /** GET unless it says otherwise. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly request?: 'PaymentRequest';
  readonly reply: keyof Replies;
  /** Milliseconds for which the client's cache needs no other reading. */
  readonly staleTime?: number;
}

const fiveMinutes = 5 * 60_000;

/** What a customer's screens read. The profile's first call creates the customer record. */
export const reads = {
  profile: { path: '/api/auth/profile', reply: 'Profile', staleTime: fiveMinutes },
  products: { path: '/api/products/', reply: 'Products', staleTime: fiveMinutes },
  balance: { path: '/api/credits/balance', reply: 'Balance', staleTime: 30_000 },
  summary: { path: '/api/transactions/summary', reply: 'Summary', staleTime: fiveMinutes },
  history: { path: '/api/transactions/history', reply: 'History', staleTime: fiveMinutes },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** What a purchase or a refund changes: the client reads it again after each. */
export const accountReads = [
  'balance',
  'summary',
  'history',
] as const satisfies readonly (keyof typeof reads)[];

/** Buying, and what became of it. */
export const purchases = {
  pay: {
    method: 'POST',
    path: '/api/checkout/process-payment-token',
    request: 'PaymentRequest',
    reply: 'Purchase',
  },
  attempt: { path: '/api/checkout/attempts/:id', reply: 'AttemptState' },
  withdraw: { method: 'DELETE', path: '/api/checkout/attempts/:id', reply: 'AttemptState' },
} as const satisfies Readonly<Record<string, Endpoint>>;
