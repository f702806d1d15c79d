import { createDeleteAccount } from '#services/store/account-calls.ts';
import type { CustomerSession } from './customer-session.ts';

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery' | 'pages'> & {
  readonly store: Pick<CustomerSession['store'], 'call'>;
};

/** Returns the call that deletes the account. It remembers for the session whether a request may have arrived. */
export const deletionOf = ({ pages, store, queryClient, storeQuery }: Parts) => {
  pages.deleteAccount ??= createDeleteAccount(store.call, () =>
    queryClient.fetchQuery(storeQuery('profile')),
  );
  return pages.deleteAccount;
};
