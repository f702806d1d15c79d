import type { ActivityFilter } from '#machines/lists/activity.types.ts';

const kinds = {
  spend: 'Spent',
  return: 'Returned',
  grant: 'Granted',
  expiry: 'Expired',
  purchase: 'Purchased',
  reversal: 'Refunded',
  adjustment: 'Adjusted',
} satisfies Record<Exclude<ActivityFilter, 'all'>, string>;

export const activityTexts = {
  title: 'Credit activity',
  list: 'Balance changes',
  lead: 'Every change to your balance, newest first. Times are Central Time (CT).',
  filters: 'Show',
  filter: { all: 'All activity', ...kinds } satisfies Record<ActivityFilter, string>,
  columns: { date: 'Date', what: 'Description', credits: 'Credits', balance: 'Balance' },
  kinds,
  undescribed: 'No description',
  /** Label for unused credits of a grant that the seller removed. */
  takenBack: 'Removed',
  balance: (credits: string) => `Balance ${credits}`,
  pages: 'Pages of activity',
  newer: 'Newer',
  older: 'Older',
  shown: (entries: string, days: string) => `${entries} ${entries === '1' ? 'entry' : 'entries'}, ${days}`,
  days: (oldest: string, newest: string) => (oldest === newest ? newest : `${oldest} \u2013 ${newest}`),
  kept: "We couldn't load that page, so this one stays.",
  updated: (exact: string) => `Updated ${exact}`,
  refresh: 'Refresh',
  notAvailable: 'N/A',
  empty: {
    title: 'No activity yet',
    hint: 'Credits that you buy and spend will appear here.',
  },
  filtered: {
    title: (kind: string) => `No activity under \u201c${kind}\u201d`,
    hint: 'Show all activity to see the other changes to your balance.',
    showAll: 'Show all activity',
  },
  failed: {
    title: "We couldn't load your activity",
    hint: 'Your credits are safe. Please try again.',
  },
  holds: {
    title: 'Open holds',
    lead: "Services have reserved these credits for work in progress. You can't spend them until they are released.",
    unnamed: 'Reserved credits',
    since: (moment: string) => `Since ${moment}`,
    until: (moment: string) => `Until ${moment}`,
  },
  download: {
    empty: 'No activity to download',
    progress: (rows: string) => `${rows} rows\u2026`,
    saved: (rows: string) => `Downloaded ${rows} ${rows === '1' ? 'entry' : 'entries'}`,
    failed: (reason: string) => `The download failed. ${reason}`,
    chicagoDate: 'Date (CT)',
    utcDate: 'Date (UTC)',
    kind: 'Kind',
    balance: 'Balance (credits)',
    fileName: (filter: string, day: string) => `credit-activity-${filter}-${day}.csv`,
  },
} as const;
