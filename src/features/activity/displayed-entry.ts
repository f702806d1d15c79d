import type { ActivityEntry } from '#contract/activity.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatBalance, formatChange } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { activityTexts } from '#texts/activity.ts';

export const kindOf = ({ kind, credits }: Pick<ActivityEntry, 'kind' | 'credits'>): string =>
  kind === 'grant' && credits < 0 ? activityTexts.takenBack : activityTexts.kinds[kind];

export const shortened = (text: string | null): string => truncate(text?.trim() ?? '', 200);

/** Formats an entry for display. An unreadable date becomes 'N/A'. */
export const displayEntry = (entry: ActivityEntry) => {
  const instant = chicagoTime(entry.date);
  const description = shortened(entry.description);
  return {
    id: entry.id,
    date: instant?.date ?? activityTexts.notAvailable,
    /** The time; empty if the date is unreadable. */
    time: instant?.time ?? '',
    what: description || activityTexts.undescribed,
    kind: kindOf(entry),
    isGain: entry.credits > 0,
    credits: formatChange(entry.credits),
    balance: formatBalance(entry.balance_after),
  };
};

/** Formats a page's entries, newest first. */
export const displayEntries = (entries: readonly ActivityEntry[]) =>
  entries.map(displayEntry).map((entry, place, shown) => ({
    ...entry,
    /** Whether the entry starts a group, which shows its date once. */
    isFirstOfDay: entry.date !== shown[place - 1]?.date,
  }));

export type DisplayedEntry = ReturnType<typeof displayEntries>[number];
