import { accountDeletionSchema } from '#contract/account.ts';
import { account } from '#contract/endpoints.ts';
import type { DeletionFailureName, DeletionResult } from '#domain/profile.ts';
import { asCustomer, StoreError } from '#domain/store-error.ts';
import { withTimeout } from '../abort.ts';
import type { ApiClient } from './api-client.ts';
import { callLimit } from './store-request.ts';

const done = { outcome: 'done' } as const;

const nameOf = ({ kind, code, status }: StoreError): DeletionFailureName => {
  if (kind === 'unsent' || kind === 'signed-out') return 'unsent';
  if (kind !== 'refused' || (status ?? 0) >= 500) return 'unknown';
  if (code === 'recent-sign-in-required') return 'sign-in-required';
  return code === 'open-purchase' ? code : 'refused';
};

/** Creates the store call that deletes the account. @param register creates a new customer's record */
export const createDeleteAccount = (call: ApiClient, register: () => Promise<unknown>) => {
  /** Whether an earlier request may have deleted the user, so that the store rejects the token. */
  let mayBeDone = false;

  const request = () => {
    const remove = { ...account.remove, schema: accountDeletionSchema };
    return withTimeout(callLimit, (signal) => asCustomer(() => call(remove, signal), register));
  };

  const send = async (): Promise<DeletionResult> => {
    try {
      await request();
      return done;
    } catch (error) {
      const isStoreError = error instanceof StoreError;
      if (isStoreError && error.kind === 'signed-out' && mayBeDone) return done;
      const reason = isStoreError ? nameOf(error) : 'unknown';
      const name = reason === 'unsent' && mayBeDone ? 'unknown' : reason;
      mayBeDone ||= name === 'unknown';
      return { outcome: 'refused', name, message: isStoreError ? error.message : '' };
    }
  };

  /** Repeats a request without a usable response once. Never rejects. */
  return async (): Promise<DeletionResult> => {
    const first = await send();
    return first.outcome === 'refused' && first.name === 'unknown' ? send() : first;
  };
};
