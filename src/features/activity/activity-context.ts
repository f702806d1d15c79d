import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActivityActor } from '#features/shared/app-context.ts';
import type { ActivitySnapshot } from '#machines/lists/activity.selectors.ts';

interface ActivityContextValue {
  readonly activity: ActivityActor;
  readonly prefetchDownload: () => void;
}

export const ActivityContext = createContext<ActivityContextValue | null>(null);

export const useActivityPage = (): ActivityContextValue => {
  const value = use(ActivityContext);
  if (value === null) throw new Error('A part of the activity was rendered outside of ActivityContext');
  return value;
};

export const useActivity = <Selected>(select: (snapshot: ActivitySnapshot) => Selected): Selected =>
  useSelector(useActivityPage().activity, select);
