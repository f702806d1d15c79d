import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Region, type RegionProps } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import * as styles from './billing.css.ts';

/** A setting in the store API. `load` resolves with null if the store doesn't have it. Both can reject. */
export interface SettingSource<Setting, Change> {
  readonly load: (signal?: AbortSignal) => Promise<Setting | null>;
  readonly save: (change: Change) => Promise<Setting>;
}

interface SettingSectionProps<Setting> extends Pick<RegionProps, 'headingId'> {
  readonly queryKey: QueryKey;
  readonly load: SettingSource<Setting, never>['load'];
  readonly texts: Readonly<Record<'title' | 'loading' | 'failed' | 'stale', string>>;
  readonly lead: string;
  readonly children: (setting: Setting) => ReactNode;
}

/** Renders nothing until it's known whether the store has the setting, and nothing if it doesn't. */
export const SettingSection = <Setting,>(props: SettingSectionProps<Setting>) => {
  const { queryKey, load, texts, lead, children, ...region } = props;
  const { data, isFetching, isError, errorUpdateCount, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    retry: false,
    refetchOnReconnect: true,
  });
  if (data === null || (data === undefined && errorUpdateCount === 0)) return null;
  return (
    <Region label={texts.title} {...region}>
      <p className={styles.lead}>{lead}</p>
      {isError && !isFetching && <RetryBanner text={data ? texts.stale : texts.failed} onRetry={refetch} />}
      {data ? children(data) : isFetching && <Spinner label={texts.loading} />}
    </Region>
  );
};

/** Saves a setting. @param outdated the queries to reload even after a failure, which may have saved the setting */
export const useSettingChange = <Setting, Change>(
  queryKey: QueryKey,
  save: SettingSource<Setting, Change>['save'],
  outdated: readonly QueryKey[] = [],
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    async onSuccess(saved) {
      // Cancel requests in flight, so that a stale response can't overwrite this result.
      await client.cancelQueries({ queryKey });
      // Only update an existing entry: if the session has ended, the cache is empty.
      client.setQueryData<Setting>(queryKey, (known) => known && saved);
    },
    onSettled() {
      for (const key of outdated) void client.invalidateQueries({ queryKey: key });
    },
  });
};
