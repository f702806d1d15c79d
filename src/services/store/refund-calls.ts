import * as v from 'valibot';
import { refunds as endpoints } from '#contract/endpoints.ts';
import { type Refund, refundSchema as schema } from '#contract/refunds.ts';
import type { RefundRefusal, RefundResult } from '#domain/refunds.ts';
import { hasChangedNothing, StoreError } from '#domain/store-error.ts';
import { withTimeout } from '../abort.ts';
import type { ApiClient } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Time limit for a refund, which the gateway has to approve, in ms. */
const requestLimit = 30_000;

const nameOf = ({ kind, code }: StoreError): RefundRefusal['name'] => {
  if (kind !== 'refused') return 'unsent';
  if (code === 'recent-sign-in-required') return 'sign-in-required';
  return code === 'rate-limited' || code === 'not-refundable' ? code : 'refused';
};

/** Codes that prove that no earlier request started a refund. */
const final = ['not-refundable', 'refund-refused'];

/** Creates the store calls for refunds that customers start. Only `load` can reject. */
export const createRefundCalls = (call: ApiClient) => {
  /** The purchases that an earlier request may have refunded. */
  const open = new Set<string>();
  const pathOf = (id: string) => ({ path: endpoints.read.path.replace(':id', encodeURIComponent(id)) });

  const resultOf = (id: string, error: unknown): RefundResult => {
    if (hasChangedNothing(error)) {
      const { code = '', message, retryAfter } = error;
      const name = nameOf(error);
      if (final.includes(code)) open.delete(id);
      if (!open.has(id)) return { outcome: 'refused', name, message, retryAfter };
      return { outcome: 'unknown', needsSignIn: name === 'sign-in-required' };
    }
    open.add(id);
    return { outcome: 'unknown', needsSignIn: false };
  };

  return {
    /** Resolves with null if the store doesn't let customers refund this transaction. */
    load: (id: string, signal?: AbortSignal): Promise<Refund | null> =>
      withTimeout(callLimit, (ending) => call({ ...pathOf(id), schema }, ending), signal).catch(
        (error: unknown) => {
          if (error instanceof StoreError && error.status === 404) return null;
          throw error;
        },
      ),
    /** The store refunds a purchase once, however often this is called. */
    request: (id: string): Promise<RefundResult> => {
      // The ledger loads again, so ignore the transaction in the response.
      const request = { ...endpoints.request, ...pathOf(id), schema: v.unknown(), limit: requestLimit };
      return withTimeout(requestLimit, (signal) => call(request, signal)).then(
        () => ({ outcome: 'done' }) as const,
        (error: unknown) => resultOf(id, error),
      );
    },
  };
};
