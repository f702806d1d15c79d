import { createNoticeCalls } from '#services/store/notice-calls.ts';
import type { CustomerSession } from './customer-session.ts';

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery'> & {
  readonly store: Pick<CustomerSession['store'], 'call'>;
};

export const emailNoticesOf = ({ store, queryClient, storeQuery }: Parts) =>
  createNoticeCalls(store.call, () => queryClient.fetchQuery(storeQuery('profile')));
