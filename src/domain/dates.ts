import { DateTime } from 'luxon';

const displayZone = 'America/Chicago';

/** Reads any ISO 8601 timestamp (default: UTC). Null if unreadable. Loads luxon, so import it on demand. */
export const readInstant = (stamp: string | null) => {
  if (stamp === null) return null;
  const instant = DateTime.fromISO(stamp, { zone: 'utc' }).setZone(displayZone).setLocale('en-US');
  if (!instant.isValid) return null;
  return {
    /** In Chicago time, such as `Nov 01, 2026 1:30:05 AM`. */
    exact: instant.toFormat('MMM dd, yyyy h:mm:ss a'),
    /** In ISO 8601 (UTC). */
    utc: instant.toJSDate().toISOString(),
  };
};

/** Returns the day in Chicago for a file name, such as `2026-11-01`. */
export const chicagoDay = (milliseconds: number): string =>
  DateTime.fromMillis(milliseconds, { zone: displayZone }).toFormat('yyyy-MM-dd');
