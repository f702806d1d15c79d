import { defaultUsageDays, type Usage } from '#contract/usage.ts';

/** A date in Chicago, such as `2026-11-01`, with the credits used on it. Returned credits count as negative. */
export interface UsedDay {
  readonly day: string;
  readonly credits: number;
}

export interface UsedServices {
  /** The services with the most credits. The reference is null for spends without one. */
  readonly listed: readonly { readonly reference: string | null; readonly credits: number }[];
  /** The credits of all other services; null if there are none. */
  readonly other: number | null;
}

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the dates of the last 30 days in Chicago, oldest first. @param now in ms since the epoch */
export const lastDays = (now: number): readonly string[] => {
  const [month, , day, , year] = calendar.formatToParts(now).map(({ value }) => value);
  const today = Date.parse(`${year}-${month}-${day}`);
  // Counts in UTC, whose days all have 24 hours.
  return Array.from({ length: defaultUsageDays }, (_, place) =>
    new Date(today - (defaultUsageDays - 1 - place) * 86_400_000).toISOString().slice(0, 10),
  );
};

/** Adds the days without use to the last 30 days. If the device's clock is wrong, they end with the last use. */
export const fillDays = ({ rows }: Usage, now: number): readonly UsedDay[] => {
  const used = new Map(rows.map((row) => ['day' in row ? row.day : '', row.credits]));
  const days = lastDays(now);
  const last = [...used.keys()].at(-1);
  const isClockRight = [...used.keys()].every((day) => days.includes(day));
  return (isClockRight ? days : lastDays(Date.parse(`${last}T18:00:00Z`))).map((day) => ({
    day,
    credits: used.get(day) ?? 0,
  }));
};

const sum = (parts: readonly Pick<UsedDay, 'credits'>[]): number =>
  parts.reduce((credits, part) => credits + part.credits, 0);

/** Lists at most `most` services, and sums up the others, which the store may not have returned. */
export const listServices = ({ rows, credits }: Usage, most: number): UsedServices => {
  const services = rows.flatMap((row) => ('reference' in row ? [row] : []));
  const listed = services.slice(0, most);
  const other = credits - sum(listed);
  return { listed, other: services.length > most || other !== 0 ? other : null };
};

/** Days of use that an estimate needs. */
const fewestDays = 7;

/**
 * Returns the sum, the average a day since the first use, and how many whole days the available credits last.
 * `daysLeft` is null if it can't be estimated.
 */
export const outlookOf = (days: readonly UsedDay[], available: number | null) => {
  const first = days.findIndex(({ credits }) => credits !== 0);
  const length = first === -1 ? 0 : days.length - first;
  const credits = sum(days);
  const average = length === 0 ? 0 : credits / length;
  const isKnown = available !== null && available > 0 && average > 0 && length >= fewestDays;
  return { credits, average, isUsed: length > 0, daysLeft: isKnown ? Math.floor(available / average) : null };
};
