import type { Activity, ActivityEntry } from '#contract/activity.ts';
import { maxPageSize } from '#contract/queries.ts';
import type { ActivityParameters, StoreReader } from '#domain/store.ts';
import { kindOf } from '#features/activity/displayed-entry.ts';
import { activityTexts } from '#texts/activity.ts';
import { activityParameters, readActivityAddress } from './activity-address.ts';
import type { DownloadRun } from './download-actor.ts';

/** Code that loads with the first download. */
export type Files = Readonly<typeof import('./csv-file.ts')>;

const { columns, download: texts } = activityTexts;

const head = [texts.chicagoDate, texts.utcDate, columns.what, texts.kind, columns.credits, texts.balance];

/** Saves the activity that matches a filter. Cursors are stable: new entries don't move old ones. */
export const downloadActivity = async (
  { byteOrderMark, chicagoDay, formatCsvRow, readInstant, saveFile }: Files,
  store: Pick<StoreReader, 'activity'>,
  { filter, signal, onProgress, readPage }: DownloadRun,
): Promise<boolean> => {
  const rowOf = (entry: ActivityEntry): string => {
    const { date, description, credits, balance_after } = entry;
    const cells = readInstant(date)?.cells;
    const dates = [cells?.chicago ?? null, cells?.utc ?? date];
    return formatCsvRow([...dates, description, kindOf(entry), credits, balance_after]);
  };
  const { kind } = readActivityAddress({ kind: filter }, []);
  const csv = [byteOrderMark + formatCsvRow(head)];
  let rows = 0;
  let before: string | null = null;
  do {
    const query: ActivityParameters = { ...activityParameters({ kind, before }), limit: maxPageSize };
    const { entries, next }: Activity = await readPage(query, () => store.activity(query, signal));
    signal.throwIfAborted();
    csv.push(...entries.map(rowOf));
    rows += entries.length;
    onProgress(rows, null);
    before = next;
  } while (before !== null);
  return saveFile(texts.fileName(kind, chicagoDay(Date.now())), csv, signal);
};
