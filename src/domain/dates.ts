import { DateTime } from 'luxon';

const displayZone = 'America/Chicago';

/**
 * An ISO 8601 stamp of any form; one without a zone is UTC. Null when it is missing or can't be read. Carries its library:
 * load it when it is needed.
 */
export const readInstant = (stamp: string | null) => {
  if (stamp === null) return null;
  const instant = DateTime.fromISO(stamp, { zone: 'utc' }).setZone(displayZone).setLocale('en-US');
  if (!instant.isValid) return null;
  return {
    /** In Chicago's time to the second, as in `Nov 01, 2026 1:30:05 AM`. */
    exact: instant.toFormat('MMM dd, yyyy h:mm:ss a'),
    /** The instant itself, for programs: ISO 8601 in UTC. */
    utc: instant.toJSDate().toISOString(),
  };
};

/** A day of Chicago's calendar for the name of a file, as in `2026-11-01`. */
export const chicagoDay = (milliseconds: number): string =>
  DateTime.fromMillis(milliseconds, { zone: displayZone }).toFormat('yyyy-MM-dd');
