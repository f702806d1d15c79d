import type { ErrorCode } from '#contract/errors.ts';
import { topUpSchema as schema, type TopUp, type TopUpRequest } from '#contract/top-up.ts';
import { topUpEndpoints as endpoints } from '#contract/top-up-endpoints.ts';
import { asCustomer, isConclusive, StoreError } from '#domain/store-error.ts';
import type { TopUpFailureName, TopUpResult, TopUpSettings } from '#domain/top-up.ts';
import { withTimeout } from '../abort.ts';
import type { ApiClient } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Maps error codes to top-up failures. Any other code means `refused`. */
const failureNames: Readonly<Partial<Record<ErrorCode, TopUpFailureName>>> = {
  'recent-sign-in-required': 'sign-in-required',
  'price-changed': 'price-changed',
  'invalid-request': 'amounts-refused',
  'product-not-found': 'package-withdrawn',
  'card-not-found': 'card-missing',
  'card-expired': 'card-expired',
  declined: 'card-refused',
  'consent-outdated': 'consent-outdated',
  'top-up-unavailable': 'unavailable',
  'customer-blocked': 'customer-blocked',
  'rate-limited': 'rate-limited',
};

const nameOf = ({ kind, code, status }: StoreError): TopUpFailureName => {
  if (kind === 'signed-out') return 'session-ended';
  if (kind === 'unsent') return 'unreachable';
  if (kind !== 'refused' || !isConclusive(status)) return 'unknown';
  return (code && failureNames[code]) ?? 'refused';
};

/** Sends a change. Never rejects. */
const change = async (send: (signal: AbortSignal) => Promise<TopUp>): Promise<TopUpResult> => {
  try {
    return { outcome: 'done', topUp: await withTimeout(callLimit, send) };
  } catch (error) {
    return { outcome: 'refused', name: error instanceof StoreError ? nameOf(error) : 'unknown' };
  }
};

const bodyOf = (settings: TopUpSettings): TopUpRequest => ({
  threshold_credits: settings.thresholdCredits,
  product_id: settings.productId,
  card_id: settings.cardId,
  monthly_limit_cents: settings.monthlyLimitCents,
  consent: settings.consent,
});

/**
 * Creates the store calls for automatic top-up. `load` can reject; the other calls resolve with a refusal.
 * @param register creates a new customer's record
 */
export const createTopUpCalls = (call: ApiClient, register: () => Promise<unknown>) => ({
  load: (signal?: AbortSignal) => {
    const read = (ending: AbortSignal) => call({ ...endpoints.read, schema }, ending);
    return withTimeout(callLimit, (ending) => asCustomer(() => read(ending), register), signal);
  },
  save: (settings: TopUpSettings) => {
    const headers = { 'X-Expected-Amount-Cents': String(settings.expectedCents) };
    const request = { ...endpoints.save, schema, headers, json: bodyOf(settings) };
    return change((signal) => call(request, signal));
  },
  turnOff: () => change((signal) => call({ ...endpoints.turnOff, schema }, signal)),
});
