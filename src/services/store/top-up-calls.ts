import type { ErrorCode } from '#contract/errors.ts';
import { type TopUp, type TopUpRequest, topUpSchema } from '#contract/top-up.ts';
import { topUpEndpoints as endpoints } from '#contract/top-up-endpoints.ts';
import { isUnknownCustomer, StoreError } from '#domain/store-error.ts';
import type { TopUpAnswer, TopUpFailureName, TopUpSettings } from '#machines/top-up.types.ts';
import type { ApiClient } from './api-client.ts';

const schema = topUpSchema;

/** Any other code is `refused`. */
const failureNames: Readonly<Partial<Record<ErrorCode, TopUpFailureName>>> = {
  'recent-sign-in-required': 'sign-in-required',
  'price-changed': 'price-changed',
  'product-not-found': 'package-withdrawn',
  'card-not-found': 'card-missing',
  'card-expired': 'card-expired',
  declined: 'card-refused',
  'consent-outdated': 'consent-outdated',
  'top-up-unavailable': 'unavailable',
  'customer-blocked': 'customer-blocked',
  'rate-limited': 'rate-limited',
};

const isCertain = (status: number | null): boolean => status !== null && status >= 400 && status < 500;

const nameOf = ({ kind, code, status }: StoreError): TopUpFailureName => {
  if (kind === 'signed-out') return 'session-ended';
  if (kind === 'unsent') return 'unreachable';
  if (kind !== 'refused' || !isCertain(status)) return 'unknown';
  return (code && failureNames[code]) ?? 'refused';
};

const answerOf = async (reply: Promise<TopUp>): Promise<TopUpAnswer> => {
  try {
    return { outcome: 'done', topUp: await reply };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { outcome: 'refused', name: nameOf(error) };
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
 * The store's calls for automatic top-up. They reject only with their signal's reason.
 * @param register creates the record of a new customer
 */
export const createTopUpCalls = (call: ApiClient, register: () => Promise<unknown>) => ({
  load(signal?: AbortSignal) {
    const read = () => call({ ...endpoints.read, schema }, signal);
    const readAsCustomer = async () => {
      try {
        return await read();
      } catch (error) {
        if (!isUnknownCustomer(error)) throw error;
        await register();
        return read();
      }
    };
    return answerOf(readAsCustomer());
  },
  save: (settings: TopUpSettings, signal?: AbortSignal) =>
    answerOf(
      call(
        {
          ...endpoints.save,
          schema,
          headers: { 'X-Expected-Amount-Cents': String(settings.expectedCents) },
          json: bodyOf(settings),
        },
        signal,
      ),
    ),
  turnOff: (signal?: AbortSignal) => answerOf(call({ ...endpoints.turnOff, schema }, signal)),
});
