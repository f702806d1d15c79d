import { isEmbedded } from '#services/browser.ts';

/** Code that all CSV downloads share. Also loads luxon. */
export { byteOrderMark, formatCsvRow } from '#domain/csv.ts';
export { chicagoDay, readInstant } from '#domain/dates.ts';

/**
 * Saves a CSV file. Returns false if the browser can't save files, after it has offered other ways
 * until `signal` aborts.
 * Never revokes the URL, because Safari reads it after the user allows the download.
 */
export const saveFile = async (name: string, parts: readonly string[], signal: AbortSignal) => {
  if (isEmbedded()) {
    const { offerFile } = await import('#features/shared/file-offer.tsx');
    await offerFile(name, parts.join(''), signal);
    return false;
  }
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  return true;
};
