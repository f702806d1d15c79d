import { noticeEndpoints as endpoints } from '#contract/notice-endpoints.ts';
import { type Notices, type NoticesRequest, noticesSchema as schema } from '#contract/notices.ts';
import { asCustomer, StoreError } from '#domain/store-error.ts';
import { withTimeout } from '../abort.ts';
import type { ApiClient } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Creates the store calls for email notices. Both can reject. @param register creates a new customer's record */
export const createNoticeCalls = (call: ApiClient, register: () => Promise<unknown>) => ({
  /** Resolves with null if the store sends no emails. */
  async load(signal?: AbortSignal): Promise<Notices | null> {
    const read = (ending: AbortSignal) => call({ ...endpoints.read, schema }, ending);
    try {
      const notices = await withTimeout(callLimit, (ending) => asCustomer(() => read(ending), register), signal);
      return notices.is_available === false ? null : notices;
    } catch (error) {
      if (error instanceof StoreError && error.status === 404) return null;
      throw error;
    }
  },
  save: (json: NoticesRequest): Promise<Notices> =>
    withTimeout(callLimit, (signal) => call({ ...endpoints.save, schema, json }, signal)),
});
