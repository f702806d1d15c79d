import { DateTime } from 'luxon';

const displayZone = 'America/Chicago';

/** Spreadsheets read it as a date: `2026-11-20 14:03:22`. */
const cellFormat = 'yyyy-MM-dd HH:mm:ss';

/** Reads any ISO 8601 timestamp (default zone UTC). Null if unreadable. Load it on demand: it needs luxon. */
export const readInstant = (stamp: string | null) => {
  if (stamp === null) return null;
  const instant = DateTime.fromISO(stamp, { zone: 'utc' }).setZone(displayZone);
  if (!instant.isValid) return null;
  return {
    /** ISO 8601. */
    utc: instant.toJSDate().toISOString(),
    cells: { chicago: instant.toFormat(cellFormat), utc: instant.toUTC().toFormat(cellFormat) },
  };
};

/** A day in Chicago for a file name, such as `2026-11-01`. */
export const chicagoDay = (milliseconds: number): string =>
  DateTime.fromMillis(milliseconds, { zone: displayZone }).toFormat('yyyy-MM-dd');
