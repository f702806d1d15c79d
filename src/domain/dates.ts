import { DateTime } from 'luxon';

const displayZone = 'America/Chicago';

/** A date and time that spreadsheets read, such as `2026-11-20 14:03:22`. */
const cellFormat = 'yyyy-MM-dd HH:mm:ss';

/** Reads any ISO 8601 timestamp (default: UTC). Null if unreadable. Loads luxon, so import it on demand. */
export const readInstant = (stamp: string | null) => {
  if (stamp === null) return null;
  const instant = DateTime.fromISO(stamp, { zone: 'utc' }).setZone(displayZone);
  if (!instant.isValid) return null;
  return {
    /** In ISO 8601 (UTC). */
    utc: instant.toJSDate().toISOString(),
    cells: { chicago: instant.toFormat(cellFormat), utc: instant.toUTC().toFormat(cellFormat) },
  };
};

/** Returns the day in Chicago for a file name, such as `2026-11-01`. */
export const chicagoDay = (milliseconds: number): string =>
  DateTime.fromMillis(milliseconds, { zone: displayZone }).toFormat('yyyy-MM-dd');
