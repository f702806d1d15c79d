import type { MerchantReplies } from './replies.ts';
import type { MerchantRequestName } from './requests.ts';

/** Scopes of a merchant's API key. `spend` includes holds; `grant` includes taking credits back. */
export const scopes = ['read', 'spend', 'grant'] as const;
export type Scope = (typeof scopes)[number];

/** An endpoint of the merchant's API, with the scope that an API key needs for it. */
export interface MerchantEndpoint {
  /** Default: GET. */
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: `/v1/${string}`;
  readonly scope: Scope;
  readonly request?: MerchantRequestName;
  readonly reply: keyof MerchantReplies;
}

/**
 * Every endpoint, by its operation id in the OpenAPI document. A PUT returns 201 the first time. If repeated, it returns
 * 200 with the same response.
 */
export const merchantEndpoints = {
  findCustomers: { path: '/v1/customers', scope: 'read', reply: 'Customers' },
  readCustomer: { path: '/v1/customers/:id', scope: 'read', reply: 'Customer' },
  createCustomer: {
    method: 'PUT',
    path: '/v1/customers/:id',
    scope: 'grant',
    request: 'CustomerRequest',
    reply: 'Customer',
  },
  listActivity: { path: '/v1/customers/:id/activity', scope: 'read', reply: 'CustomerActivity' },
  readUsage: { path: '/v1/customers/:id/usage', scope: 'read', reply: 'Usage' },
  listGrants: { path: '/v1/customers/:id/grants', scope: 'read', reply: 'Grants' },
  spend: {
    method: 'PUT',
    path: '/v1/spends/:id',
    scope: 'spend',
    request: 'SpendRequest',
    reply: 'Spend',
  },
  /** Returns 200, and a status for each spend. Counts as one call for every 25 spends. */
  spendBatch: {
    method: 'POST',
    path: '/v1/spends',
    scope: 'spend',
    request: 'SpendBatchRequest',
    reply: 'SpendBatch',
  },
  readSpend: { path: '/v1/spends/:id', scope: 'read', reply: 'Spend' },
  returnCredits: {
    method: 'PUT',
    path: '/v1/spends/:id/returns/:return_id',
    scope: 'spend',
    request: 'ReturnRequest',
    reply: 'Spend',
  },
  hold: { method: 'PUT', path: '/v1/holds/:id', scope: 'spend', request: 'HoldRequest', reply: 'Hold' },
  readHold: { path: '/v1/holds/:id', scope: 'read', reply: 'Hold' },
  captureHold: {
    method: 'POST',
    path: '/v1/holds/:id/capture',
    scope: 'spend',
    request: 'CaptureRequest',
    reply: 'Hold',
  },
  extendHold: {
    method: 'POST',
    path: '/v1/holds/:id/extend',
    scope: 'spend',
    request: 'ExtendRequest',
    reply: 'Hold',
  },
  releaseHold: { method: 'POST', path: '/v1/holds/:id/release', scope: 'spend', reply: 'Hold' },
  grant: { method: 'PUT', path: '/v1/grants/:id', scope: 'grant', request: 'GrantRequest', reply: 'Grant' },
  listEvents: { path: '/v1/events', scope: 'read', reply: 'Events' },
  voidGrant: { method: 'DELETE', path: '/v1/grants/:id', scope: 'grant', reply: 'Grant' },
} as const satisfies Readonly<Record<string, MerchantEndpoint>>;
