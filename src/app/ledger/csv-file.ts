/** What every page with a CSV file needs. Loads luxon, too. */
export { byteOrderMark, formatCsvRow } from '#domain/csv.ts';
export { chicagoDay, readInstant } from '#domain/dates.ts';
export { saveFile } from './save-file.ts';
