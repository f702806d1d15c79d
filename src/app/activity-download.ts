import type { QueryClient } from '@tanstack/react-query';
import type { Activity } from '#contract/activity.ts';
import { maxPageSize } from '#contract/history-query.ts';
import type { StoreReader } from '#domain/store.ts';
import { activityCsvHead, activityCsvValues } from '#features/activity/activity-csv.ts';
import type { ActivityEvent, ActivityFilter } from '#machines/activity.types.ts';
import { activityTexts } from '#texts/activity.ts';
import { activityParameters } from './activity-parameters.ts';

/** Loads with the first download. */
type Files = Readonly<typeof import('./csv-file.ts')>;

interface ActivityDownloader {
  readonly files: Files;
  readonly store: Pick<StoreReader, 'activity'>;
  readonly queryClient: QueryClient;
  readonly kind: ActivityFilter;
  readonly sendBack: (event: ActivityEvent) => void;
  readonly signal: AbortSignal;
}

let downloads = 0;

/** Cursors are stable: new entries move no older ones. */
const writeActivity = async ({
  files: { byteOrderMark, formatCsvRow, readInstant },
  store,
  queryClient,
  kind,
  sendBack,
  signal,
}: ActivityDownloader) => {
  // Each download has its own queries, so canceling one doesn't affect others.
  downloads += 1;
  const download = downloads;
  const csv = [byteOrderMark + formatCsvRow(activityCsvHead)];
  let rows = 0;
  let before: string | null = null;
  do {
    const query = activityParameters({ kind, before, limit: maxPageSize });
    const { entries, next }: Activity = await queryClient.fetchQuery({
      queryKey: ['activity-download', download, query],
      queryFn: () => store.activity(query, signal),
      gcTime: 0,
    });
    signal.throwIfAborted();
    csv.push(...entries.map((entry) => formatCsvRow(activityCsvValues(entry, readInstant))));
    rows += entries.length;
    sendBack({ type: 'download.progressed', rows });
    before = next;
  } while (before !== null);
  return csv;
};

/** Reports the progress and the file's parts to the activity machine, until `signal` aborts. */
export const downloadActivity = (downloader: ActivityDownloader): void => {
  const { sendBack, signal } = downloader;
  if (signal.aborted) return;
  writeActivity(downloader).then(
    (csv) => sendBack({ type: 'download.completed', csv }),
    (error: unknown) => {
      if (signal.aborted) return;
      sendBack({ type: 'download.failed', message: error instanceof Error ? error.message : '' });
    },
  );
};

export const saveActivity = (
  { chicagoDay, saveFile }: Files,
  kind: ActivityFilter,
  csv: readonly string[],
): void =>
  saveFile(activityTexts.download.fileName(kind, chicagoDay(Date.now())), 'text/csv;charset=utf-8', csv);
