import { createActor, fromPromise } from 'xstate';
import type { Activity } from '#contract/activity.ts';
import { activity as endpoint } from '#contract/endpoints.ts';
import type { StoreReader } from '#domain/store.ts';
import { asCustomer, isUnknownCustomer, StoreError } from '#domain/store-error.ts';
import type { ActivityActor } from '#features/shared/app-context.ts';
import { isBusy, selectQuery } from '#machines/lists/activity.selectors.ts';
import { activityMachine } from '#machines/lists/activity.ts';
import type { ActivityAddress, ActivityAnswer, ActivityQuery } from '#machines/lists/activity.types.ts';
import type { CustomerSession } from '../customer/customer-session.ts';
import { activityParameters } from './activity-address.ts';
import { downloadActivity } from './activity-download.ts';
import { createDownload } from './download-actor.ts';
import { invalidateAccount, knownPage } from './ledger-actor.ts';
import { visitList } from './list-address.ts';

export const importFiles = () => import('./csv-file.ts');

type Parts = Pick<CustomerSession, 'queryClient' | 'storeQuery' | 'inspect'> & {
  readonly store: Pick<StoreReader, 'activity'>;
};

const isUnknownCursor = (error: unknown, { before }: ActivityQuery): boolean =>
  before !== null && error instanceof StoreError && error.status === 400;

const pageOf = ({ kind, before }: ActivityQuery) => ({
  queryKey: ['activity', { kind, before }],
  staleTime: endpoint.staleTime,
});

const startActivity = ({ store, queryClient, storeQuery, inspect }: Parts, address: ActivityAddress) => {
  const read = (query: ActivityQuery) =>
    queryClient.fetchQuery({
      ...pageOf(query),
      queryFn: ({ signal }) => store.activity(activityParameters(query), signal),
    });

  const loadActivity = fromPromise<ActivityAnswer, ActivityQuery>(async ({ input }) => {
    // Return cached data without awaiting, so that the screen renders once, without a loading state.
    const known = knownPage<Activity>(queryClient, pageOf(input));
    if (known?.isStale === false) return { activity: known.data, readAt: known.readAt };
    try {
      // Requesting the profile creates the customer record.
      const register = () => queryClient.fetchQuery(storeQuery('profile'));
      const activity = await asCustomer(() => read(input), register);
      const readAt = knownPage(queryClient, pageOf(input))?.readAt ?? Date.now();
      return { activity, readAt };
    } catch (error) {
      if (isUnknownCustomer(error) || isUnknownCursor(error, input))
        return { activity: { entries: [], next: null }, readAt: Date.now() };
      throw error;
    }
  });

  const download = createDownload(queryClient, importFiles, (files, run) =>
    downloadActivity(files, store, run),
  );

  const actor = createActor(activityMachine.provide({ actors: { loadActivity, download } }), {
    input: { address },
    inspect,
  });
  actor.on('refresh.started', () => invalidateAccount(queryClient));
  actor.start();
  return actor;
};

/** Returns the customer's activity actor, started on the first visit. Later visits reload a stale page. */
export const activityAt = (
  { pages, ...parts }: Parts & Pick<CustomerSession, 'pages'>,
  address: ActivityAddress,
): ActivityActor => {
  pages.activity ??= startActivity(parts, address);
  return pages.activity;
};

export const visitActivity = (
  { queryClient }: Pick<CustomerSession, 'queryClient'>,
  activity: ActivityActor,
  address: ActivityAddress,
): void => {
  visitList(activity, address);
  const snapshot = activity.getSnapshot();
  if (!isBusy(snapshot) && knownPage(queryClient, pageOf(selectQuery(snapshot)))?.isStale)
    activity.send({ type: 'history.outdated' });
};
