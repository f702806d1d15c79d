/** The usual ISO 8601 format: a date, a time and an optional time zone (default: UTC). */
const usualForm =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

export const isUsualStamp = (stamp: string): boolean => usualForm.test(stamp);

/** Returns a zone's offset from UTC in minutes; positive if ahead. */
const offsetOf = (zone: string): number => {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? -minutes : minutes;
};

/** Returns ms since the epoch, truncated to seconds. Null for other formats and days that don't exist. */
const readStamp = (stamp: string): number | null => {
  const [, year, month, day, hour, minute, second = 0, zone = 'Z'] = usualForm.exec(stamp) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return date.setUTCHours(Number(hour), Number(minute) - offsetOf(zone), Number(second));
};

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});

/** Formats a timestamp in Chicago time. Null if missing or in another format, which `dates.ts` can read. */
export const chicagoTime = (stamp: string | null) => {
  const instant = stamp === null ? null : readStamp(stamp);
  if (instant === null) return null;
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  const { month = '', day = '', year = '', hour = '', minute = '', second = '', dayPeriod = '' } = part;
  const date = `${month} ${day}, ${year.padStart(4, '0')}`;
  return {
    /** Such as `Nov 01, 2026`. */
    date,
    /** Such as `1:30 AM`. */
    time: `${hour}:${minute} ${dayPeriod}`,
    /** Such as `Nov 01, 2026 1:30:05 AM`. */
    exact: `${date} ${hour}:${minute}:${second} ${dayPeriod}`,
  };
};

const year = /, \d+$/;

/**
 * Formats a day in Chicago: `Dec 31`, or `Jan 01, 2027` in another year than `now`. Null if unreadable.
 * @param now in milliseconds since the epoch
 */
export const expiryDay = (stamp: string, now: number): string | null => {
  const day = chicagoTime(stamp)?.date ?? null;
  const today = chicagoTime(new Date(now).toISOString())?.date;
  const isThisYear = day?.match(year)?.[0] === today?.match(year)?.[0];
  return day !== null && isThisYear ? day.replace(year, '') : day;
};
