import { activity, reads } from '#contract/endpoints.ts';
import { historyParameters, type StoreReader } from '#domain/store.ts';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { withUsualStamps } from './unusual-stamps.ts';

/** Calls throw StoreError, or their signal's reason. The first `profile` read creates the customer record. */
export const createStore = (options: ApiClientOptions) => {
  const call = createApiClient(options);
  const reader: StoreReader = {
    read: (name, signal) => call(reads[name], signal),
    history: (request, signal) =>
      call({ ...reads.history, searchParams: historyParameters(request) }, signal).then(withUsualStamps),
    activity: (searchParams, signal) => call({ ...activity, searchParams }, signal),
  };
  return {
    ...reader,
    /** Makes the calls that only some pages need. */
    call,
  };
};

export type StoreApi = ReturnType<typeof createStore>;
