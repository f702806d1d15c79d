import { createActor, fromPromise } from 'xstate';
import type { TopUpActor } from '#features/shared/app-context.ts';
import { selectTopUp } from '#machines/top-up.selectors.ts';
import { topUpMachine } from '#machines/top-up.ts';
import { createTopUpCalls } from '#services/store/top-up-calls.ts';
import type { CustomerSession } from './customer-session.ts';
import { invalidateAccount } from './ledger-actor.ts';

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery' | 'inspect'> & {
  readonly store: Pick<CustomerSession['store'], 'call'>;
};

const lastChargeIn = (topUp: TopUpActor): string | null => {
  const { last_charge: last = null } = selectTopUp(topUp.getSnapshot()) ?? {};
  return last && `${last.transaction_id} ${last.status}`;
};

/** A charge changes balance and ledger, as a purchase does. The first answer changes nothing. */
const refreshAfterCharges = (topUp: TopUpActor, refresh: () => void): void => {
  let known: string | null | undefined;
  topUp.subscribe((snapshot) => {
    if (selectTopUp(snapshot) === null) return;
    const last = lastChargeIn(topUp);
    if (known !== undefined && last !== known) refresh();
    known = last;
  });
};

const startTopUp = ({ store, queryClient, storeQuery, inspect }: Parts): TopUpActor => {
  const register = () => queryClient.fetchQuery(storeQuery('profile'));
  const { load, save, turnOff } = createTopUpCalls(store.call, register);
  const topUp = createActor(
    topUpMachine.provide({
      actors: {
        loadTopUp: fromPromise(({ signal }) => load(signal)),
        saveTopUp: fromPromise(({ input, signal }) => save(input, signal)),
        turnOff: fromPromise(({ signal }) => turnOff(signal)),
      },
    }),
    { inspect },
  );
  topUp.on('packages.outdated', () => void queryClient.invalidateQueries({ queryKey: ['products'] }));
  refreshAfterCharges(topUp, () => invalidateAccount(queryClient));
  topUp.start();
  return topUp;
};

/** The customer's top-up, started at the first visit. */
export const topUpOf = ({ pages, ...parts }: Parts & Pick<CustomerSession, 'pages'>): TopUpActor => {
  pages.topUp ??= startTopUp(parts);
  return pages.topUp;
};
