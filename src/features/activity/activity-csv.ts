import type { ActivityEntry } from '#contract/activity.ts';
import type { CsvValue } from '#domain/csv.ts';
import type { readInstant } from '#domain/dates.ts';
import { activityTexts } from '#texts/activity.ts';
import { kindOf } from './displayed-entry.ts';

const { columns, download } = activityTexts;

export const activityCsvHead: readonly CsvValue[] = [
  download.chicagoDate,
  download.utcDate,
  columns.what,
  download.kind,
  columns.credits,
  columns.balance,
];

/** The values of a row, in the order of the head. */
export const activityCsvValues = (entry: ActivityEntry, read: typeof readInstant): readonly CsvValue[] => {
  const instant = read(entry.date);
  return [
    instant?.exact ?? null,
    instant?.utc ?? entry.date,
    entry.description,
    kindOf(entry),
    entry.credits,
    entry.balance_after,
  ];
};
