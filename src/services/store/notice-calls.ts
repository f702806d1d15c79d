import { noticeEndpoints as endpoints } from '#contract/notice-endpoints.ts';
import { type Notices, type NoticesRequest, noticesSchema as schema } from '#contract/notices.ts';
import { withTimeout } from '../abort.ts';
import { type ApiClient, nullIfAbsent } from './api-client.ts';
import { callLimit } from './store-request.ts';

/** Creates the store calls for email notices. They can reject. */
export const createNoticeCalls = (call: ApiClient) => ({
  /** Resolves with null if the store sends no emails. */
  load: (signal?: AbortSignal): Promise<Notices | null> =>
    withTimeout(callLimit, (ending) => call({ ...endpoints.read, schema }, ending), signal).then(
      (notices) => (notices.is_available === false ? null : notices),
      nullIfAbsent,
    ),
  save: (json: NoticesRequest): Promise<Notices> =>
    withTimeout(callLimit, (signal) => call({ ...endpoints.save, schema, json }, signal)),
});
