import { spendingLimit as endpoints } from '#contract/endpoints.ts';
import { type SpendingLimit, spendingLimitSchema as schema } from '#contract/spending-limit.ts';
import { asCustomer } from '#domain/store-error.ts';
import { withTimeout } from '../abort.ts';
import { type ApiClient, nullIfAbsent } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Creates the store calls for the spending limit. They can reject. @param register creates a new customer's record */
export const createLimitCalls = (call: ApiClient, register: () => Promise<unknown>) => ({
  /** Resolves with null if the store has no spending limits. */
  load: (signal?: AbortSignal): Promise<SpendingLimit | null> => {
    const read = (ending: AbortSignal) => call({ ...endpoints.read, schema }, ending);
    return withTimeout(callLimit, (ending) => asCustomer(() => read(ending), register), signal).catch(
      nullIfAbsent,
    );
  },
  /** @param monthly_credits null removes the limit */
  save(monthly_credits: number | null): Promise<SpendingLimit> {
    const request =
      monthly_credits === null
        ? { ...endpoints.remove, schema }
        : { ...endpoints.save, schema, json: { monthly_credits } };
    return withTimeout(callLimit, (signal) => call(request, signal));
  },
});
