import { createActor, fromPromise } from 'xstate';
import type { TopUpActor } from '#features/shared/app-context.ts';
import { topUpMachine } from '#machines/top-up.ts';
import { createTopUpCalls } from '#services/store/top-up-calls.ts';
import type { CustomerSession } from './customer-session.ts';

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery' | 'inspect'> & {
  readonly store: Pick<CustomerSession['store'], 'call'>;
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
  topUp.start();
  return topUp;
};

/** The customer's top-up, started at the first visit. */
export const topUpOf = ({ pages, ...parts }: Parts & Pick<CustomerSession, 'pages'>): TopUpActor => {
  pages.topUp ??= startTopUp(parts);
  return pages.topUp;
};
