import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { activityAt, holdsOf, importFiles, visitActivity } from '#app/ledger/activity-actor.ts';
import { activitySearch, readActivityAddress } from '#app/ledger/activity-address.ts';
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
  return <ActivityScreen activity={activity} holds={holdsOf(session)} onDownloadLikely={prefetchDownload} />;
};

export const Route = createFileRoute('/_signed-in/activity')({
  staticData: { title: appTexts.titles.activity },
  // Load the loader together with the page.
  codeSplitGroupings: [['loader', 'component']],
  loaderDeps: ({ search }) => search,
  loader: ({ context: { session }, location: { search, state }, preload }) => {
    void session.queryClient.prefetchQuery(holdsOf(session));
    const address = readActivityAddress(search, state.newer);
    const activity = activityAt(session, address);
    if (!preload) visitActivity(session, activity, address);
    return activity;
  },
  component: Activity,
});
