import type { QueryClient } from '@tanstack/react-query';
import type { Activity } from '#contract/activity.ts';
import { maxPageSize } from '#contract/queries.ts';
import type { StoreReader } from '#domain/store.ts';
import { activityCsvHead, activityCsvValues } from '#features/activity/activity-csv.ts';
import { activityTexts } from '#texts/activity.ts';
import { activityParameters, readActivityAddress } from './activity-address.ts';
import type { DownloadRun } from './download-actor.ts';

/** Loads with the first download. */
type Files = Readonly<typeof import('./csv-file.ts')>;

interface ActivityDownloader extends DownloadRun {
  readonly store: Pick<StoreReader, 'activity'>;
  readonly queryClient: QueryClient;
}

/** Saves the activity of a filter. Cursors are stable: new entries move no older ones. */
export const downloadActivity = async (
  { byteOrderMark, chicagoDay, formatCsvRow, readInstant, saveFile }: Files,
  { store, queryClient, filter, id, signal, onProgress }: ActivityDownloader,
): Promise<void> => {
  const { kind } = readActivityAddress({ kind: filter }, []);
  const csv = [byteOrderMark + formatCsvRow(activityCsvHead)];
  let rows = 0;
  let before: string | null = null;
  do {
    const query = activityParameters({ kind, before, limit: maxPageSize });
    const { entries, next }: Activity = await queryClient.fetchQuery({
      queryKey: ['activity-download', id, query],
      queryFn: () => store.activity(query, signal),
      gcTime: 0,
    });
    signal.throwIfAborted();
    csv.push(...entries.map((entry) => formatCsvRow(activityCsvValues(entry, readInstant))));
    rows += entries.length;
    onProgress(rows, null);
    before = next;
  } while (before !== null);
  saveFile(activityTexts.download.fileName(kind, chicagoDay(Date.now())), csv);
};
