/** Code that all CSV downloads share. Also loads luxon. */
export { byteOrderMark, formatCsvRow } from '#domain/csv.ts';
export { chicagoDay, readInstant } from '#domain/dates.ts';

/** Saves a CSV file. Never revokes the URL, because Safari reads it after the user allows the download. */
export const saveFile = (name: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
};
