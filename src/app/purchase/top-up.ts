import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import { createLimitCalls } from '#services/store/limit-calls.ts';
import { createNoticeCalls } from '#services/store/notice-calls.ts';
import { createTopUpCalls } from '#services/store/top-up-calls.ts';
import type { CustomerSession } from '../customer/customer-session.ts';
import { invalidateAccount } from '../ledger/ledger-actor.ts';

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery' | 'pages'> & {
  readonly store: Pick<CustomerSession['store'], 'call'>;
};

export const emailNoticesOf = ({ store }: Pick<Parts, 'store'>) => createNoticeCalls(store.call);

export const spendingLimitOf = ({ store, queryClient, storeQuery }: Omit<Parts, 'pages'>) =>
  createLimitCalls(store.call, () => queryClient.fetchQuery(storeQuery('profile')));

/** Returns the customer's top-up calls. A charge changes the balance and the ledger, like a purchase. */
export const topUpOf = ({ pages, store, queryClient, storeQuery }: Parts): TopUpSource => {
  pages.topUp ??= {
    ...createTopUpCalls(store.call, () => queryClient.fetchQuery(storeQuery('profile'))),
    onCharged: () => invalidateAccount(queryClient),
  };
  return pages.topUp;
};
