import type { Replies } from './replies.ts';

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

/** Open holds. Apart from `reads` for the same reason. */
export const creditReads = {
  holds: { path: '/api/holds', reply: 'Holds', staleTime: 30_000 },
} as const satisfies Readonly<Record<string, Endpoint>>;

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
    reply: 'Payment',
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
