import { DateTime } from 'luxon';

const displayZone = 'America/Chicago';

/** When something happened, in Chicago's time. */
export interface DisplayedInstant {
  /** As in `Nov 01, 2026`. */
  readonly date: string;
  /** As in `1:30 AM`. */
  readonly time: string;
  /** Both, to the second, as in `Nov 01, 2026 1:30:05 AM`. */
  readonly exact: string;
  /** The instant itself, for machines: ISO 8601 in UTC. */
  readonly utc: string;
}

/** An ISO 8601 stamp for reading; one without a zone is UTC. Null when it is missing or can't be read. */
export const displayInstant = (stamp: string | null): DisplayedInstant | null => {
  if (stamp === null) return null;
  const instant = DateTime.fromISO(stamp, { zone: 'utc' }).setZone(displayZone).setLocale('en-US');
  if (!instant.isValid) return null;
  return {
    date: instant.toFormat('MMM dd, yyyy'),
    time: instant.toFormat('h:mm a'),
    exact: instant.toFormat('MMM dd, yyyy h:mm:ss a'),
    utc: instant.toJSDate().toISOString(),
  };
};

/** A day of Chicago's calendar for the name of a file, as in `2026-11-01`. */
export const chicagoDay = (milliseconds: number): string =>
  DateTime.fromMillis(milliseconds, { zone: displayZone }).toFormat('yyyy-MM-dd');
