import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { activityAt, importFiles, visitActivity } from '#app/ledger/activity-actor.ts';
import { activitySearch, readActivityAddress } from '#app/ledger/activity-address.ts';
import { creditQueriesOf, downloadUsage } from '#app/ledger/credit-reads.ts';
import { leaveList, updateAddressBar } from '#app/ledger/list-address.ts';
import { prefetchModule } from '#chunks/import-chunk.ts';
import { ActivityScreen } from '#features/activity/activity-screen.tsx';
import type { ActivityActor } from '#features/shared/app-context.ts';
import { appTexts } from '#texts/app.ts';

const prefetchDownload = () => void prefetchModule(importFiles).catch(() => undefined);

const useAddressBar = (activity: ActivityActor): void => {
  const router = useRouter();
  useEffect(() => {
    const isOnPage = () => router.state.location.pathname === '/activity';
    const following = activity.on('address.changed', ({ address, replace }) =>
      updateAddressBar(isOnPage, () => {
        const search = activitySearch(address);
        const { newer } = address;
        void router.navigate({ to: '/activity', search, state: { newer }, replace, resetScroll: false });
      }),
    );
    return () => {
      following.unsubscribe();
      leaveList(activity);
    };
  }, [activity, router]);
};

const Activity = () => {
  const activity = Route.useLoaderData();
  const session = Route.useRouteContext({ select: ({ session }) => session });
  useAddressBar(activity);
  return (
    <ActivityScreen
      activity={activity}
      queries={creditQueriesOf(session)}
      onDownloadUsage={async (...usage) => downloadUsage(await importFiles(), ...usage)}
      onDownloadLikely={prefetchDownload}
    />
  );
};

export const Route = createFileRoute('/_signed-in/activity')({
  staticData: { title: appTexts.titles.activity },
  // Load the loader together with the page.
  codeSplitGroupings: [['loader', 'component']],
  loaderDeps: ({ search }) => search,
  loader: ({ context: { session }, location: { search, state }, preload, abortController: { signal } }) => {
    const address = readActivityAddress(search, state.newer);
    const known = activitySearch(address);
    // Removes unknown values and other parameters from the address, like the ledger's search options do. Those would
    // load with the first page.
    if (JSON.stringify(search) !== JSON.stringify(known))
      throw redirect({ to: '/activity', search: known, state: { newer: address.newer }, replace: true });
    const { queryClient } = session;
    const { holds, grants, usage } = creditQueriesOf(session);
    void queryClient.prefetchQuery(holds);
    void queryClient.prefetchQuery(grants);
    void queryClient.prefetchQuery(usage);
    const activity = activityAt(session, address);
    // A newer navigation may have replaced this one.
    if (!preload && !signal.aborted) visitActivity(session, activity, address);
    return activity;
  },
  component: Activity,
});
