import type { SnapshotFrom } from 'xstate';
import type { Activity } from '../../contract/activity.ts';
import type { activityMachine } from './activity.ts';
import type { ActivityFilter, ActivityQuery } from './activity.types.ts';

export type ActivitySnapshot = SnapshotFrom<typeof activityMachine>;

/** `loading` means that there are no rows yet. Later loads keep the old rows and set {@link isBusy}. */
export type ActivityView = 'loading' | 'rows' | 'empty' | 'failed';

export const selectView = (snapshot: ActivitySnapshot): ActivityView => {
  if (snapshot.matches('empty')) return 'empty';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.activity?.entries.length ? 'rows' : 'loading';
};

/** Returns whether another page could not be read, so that the rows stay. */
export const isKept = (snapshot: ActivitySnapshot): boolean => snapshot.matches('kept');

/** Returns whether a page is loading. */
export const isBusy = (snapshot: ActivitySnapshot): boolean => snapshot.hasTag('busy');

export const selectFilter = (snapshot: ActivitySnapshot): ActivityFilter => snapshot.context.address.kind;

export const selectQuery = (snapshot: ActivitySnapshot): ActivityQuery => snapshot.context.address;

export const selectActivity = (snapshot: ActivitySnapshot): Activity | null => snapshot.context.activity;

export const hasNewer = (snapshot: ActivitySnapshot): boolean => snapshot.context.address.before !== null;

export const hasOlder = (snapshot: ActivitySnapshot): boolean =>
  typeof snapshot.context.activity?.next === 'string';

export const selectReadAt = (snapshot: ActivitySnapshot): number | null => snapshot.context.readAt;

export const selectDownloadActor = ({ children }: ActivitySnapshot) => children.download;
