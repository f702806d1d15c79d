import type { Replies } from './replies.ts';

/** An endpoint of the store API. Names schemas instead of importing them, so that valibot can load later. */
export interface Endpoint {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/api/${string}`;
  /** The request body matches one of these schemas. */
  readonly requests?: readonly (
    | 'PaymentRequest'
    | 'CardPaymentRequest'
    | 'NewCardRequest'
    | 'TopUpRequest'
    | 'NoticesRequest'
    | 'LimitRequest'
  )[];
  readonly reply: keyof Replies;
  /** Milliseconds until the client's cache treats a response as stale. */
  readonly staleTime?: number;
}

const fiveMinutes = 5 * 60_000;

/** The `profile` endpoint creates the customer record on its first call. */
export const reads = {
  profile: { path: '/api/auth/profile', reply: 'Profile', staleTime: fiveMinutes },
  products: { path: '/api/products/', reply: 'Products', staleTime: fiveMinutes },
  balance: { path: '/api/credits/balance', reply: 'Balance', staleTime: 30_000 },
  credits: { path: '/api/credits', reply: 'Credits', staleTime: 30_000 },
  summary: { path: '/api/transactions/summary', reply: 'Summary', staleTime: fiveMinutes },
  history: { path: '/api/transactions/history', reply: 'History', staleTime: fiveMinutes },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Returns balance changes in pages. Not in `reads`, because the dashboard doesn't need it. */
export const activity = {
  path: '/api/activity',
  reply: 'Activity',
  staleTime: 30_000,
} as const satisfies Endpoint;

/** Open holds, what is left of each grant, and the credits used. Separate from `reads` for the same reason. */
export const creditReads = {
  holds: { path: '/api/holds', reply: 'Holds', staleTime: 30_000 },
  grants: { path: '/api/grants', reply: 'OwnGrants', staleTime: 30_000 },
  usage: { path: '/api/usage', reply: 'OwnUsage', staleTime: 30_000 },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Raising or removing the limit needs a sign-in within ten minutes. */
export const spendingLimit = {
  read: { path: '/api/spending-limit', reply: 'SpendingLimit', staleTime: 30_000 },
  save: { method: 'PUT', path: '/api/spending-limit', requests: ['LimitRequest'], reply: 'SpendingLimit' },
  remove: { method: 'DELETE', path: '/api/spending-limit', reply: 'SpendingLimit' },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The endpoints that the client refetches after each purchase or refund. */
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

/** Responds with 202, because the deletion ends in the background. Repeat it to finish an interrupted deletion. */
export const account = {
  remove: { method: 'DELETE', path: '/api/account', reply: 'AccountDeletion' },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Refunds that customers start themselves. Repeating `request` refunds once and returns the same response. */
export const refunds = {
  read: { path: '/api/transactions/:id/refund', reply: 'Refund' },
  request: { method: 'POST', path: '/api/transactions/:id/refund', reply: 'Transaction' },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** `remove` and `makeDefault` return the remaining cards. */
export const cards = {
  list: { path: '/api/cards', reply: 'SavedCards', staleTime: fiveMinutes },
  add: { method: 'POST', path: '/api/cards', requests: ['NewCardRequest'], reply: 'SavedCard' },
  remove: { method: 'DELETE', path: '/api/cards/:id', reply: 'SavedCards' },
  makeDefault: { method: 'PUT', path: '/api/cards/:id/default', reply: 'SavedCards' },
  billingAddress: { path: '/api/billing-address', reply: 'LastBillingAddress', staleTime: fiveMinutes },
} as const satisfies Readonly<Record<string, Endpoint>>;
