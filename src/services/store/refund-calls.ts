import * as v from 'valibot';
import { refunds as endpoints } from '#contract/endpoints.ts';
import { type Refund, refundSchema as schema } from '#contract/refunds.ts';
import { withTimeout } from '../abort.ts';
import { type ApiClient, nullIfAbsent } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Time limit for a refund, which the gateway has to approve, in ms. */
const limit = 30_000;

const pathOf = (id: string) => ({ path: endpoints.read.path.replace(':id', encodeURIComponent(id)) });

/** Creates the store calls for refunds that customers start. They can reject. */
export const createRefundCalls = (call: ApiClient, onStarted: () => void) => ({
  /** Resolves with null if the store has no refunds for customers. */
  load: (id: string, signal?: AbortSignal): Promise<Refund | null> =>
    withTimeout(callLimit, (ending) => call({ ...pathOf(id), schema }, ending), signal).catch(nullIfAbsent),
  /** The store refunds a purchase once, however often it gets this request. Resolves with whether it is refunded yet. */
  async request(id: string): Promise<boolean> {
    // The ledger loads again, so ignore the rest of the transaction in the response.
    const request = { ...endpoints.request, ...pathOf(id), schema: v.object({ status: v.string() }), limit };
    const { status } = await withTimeout(limit, (signal) => call(request, signal));
    onStarted();
    return status === 'refunded';
  },
});
