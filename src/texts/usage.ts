import { chicagoTime } from '#domain/chicago-time.ts';
import { formatBalance, formatCount } from '#domain/format.ts';
import type { outlookOf } from '#domain/usage.ts';
import { countOf } from './common.ts';

const creditsOf = (credits: number): string => countOf(formatBalance(credits), 'credit');

const daysLeftText = (days: number): string => {
  if (days < 1) return 'less than a day left';
  return days > 365 ? 'more than a year left' : `about ${countOf(days, 'day')} left`;
};

export const usageTexts = {
  title: 'Usage',
  lead: 'Credits used in the last 30 days, without those returned. Days start at midnight Central Time (CT).',
  empty:
    'Once services use your credits, this shows how many they used each day, and which service used them.',
  failed: "We couldn't load your usage.",
  stale: "We couldn't reload your usage. It may be out of date.",
  views: 'Show usage',
  view: { day: 'By day', service: 'By service' },
  facts: ({ credits, average, daysLeft }: ReturnType<typeof outlookOf>) => ({
    'Last 30 days': creditsOf(credits),
    // A small average needs a decimal place.
    'Average a day': creditsOf(Number(average.toFixed(Math.abs(average) < 10 ? 1 : 0))),
    ...(daysLeft !== null && { 'At this rate': daysLeftText(daysLeft) }),
  }),
  chart: (first: string, last: string) => `Credits used each day, ${first} \u2013 ${last}`,
  day: (day: string) => chicagoTime(`${day}T12:00:00Z`)?.date ?? day,
  credits: creditsOf,
  figure: formatBalance,
  table: 'Show these figures as a table',
  tables: { day: 'Usage by day', service: 'Usage by service' },
  columns: { day: 'Date', service: 'Service', credits: 'Credits' },
  unnamed: '(no name)',
  other: 'Other services',
  download: 'Download usage',
  downloadFailed: 'The download failed. Please try again.',
  fileColumns: { day: 'Date (CT)', service: 'Service' },
  fileName: (view: string, day: string) => `credit-usage-by-${view}-${day}.csv`,
} as const;

export type UsageView = keyof typeof usageTexts.view;

export const grantTexts = {
  title: 'Credits left',
  lead: 'What is left of each purchase and grant, in the order in which services use it.',
  failed: "We couldn't load what is left of your credits.",
  kinds: { purchase: 'Purchase', bonus: 'Bonus', promotion: 'Promotion', adjustment: 'Adjustment' },
  left: (remaining: number, credits: number) => `${formatCount(remaining)} of ${creditsOf(credits)}`,
  since: (date: string) => `Since ${date}`,
  state: (held: number, expiry: string | null) =>
    `${held > 0 ? `${formatCount(held)} on hold · ` : ''}${expiry ? `Expires ${expiry}` : "Doesn't expire"}`,
  all: (count: number) => `Show all ${formatCount(count)}`,
} as const;
