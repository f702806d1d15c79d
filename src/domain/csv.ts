/** What a field of a row may hold; null is an empty field. */
export type CsvValue = string | number | null;

/** Tells spreadsheets that a file is UTF-8. It stands before the first row. */
export const byteOrderMark = '\uFEFF';

/** Spreadsheets take text that begins so for a formula; the wide forms are those of East Asian keyboards. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** What has to stand in quotes by RFC 4180; spaces at the ends would be dropped by some readers. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

const formatField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  // A quote in front makes it text, also where the file's own quotes are ignored (OWASP, CSV injection).
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A row by RFC 4180, with its line's end. Text that a spreadsheet would compute is made plain text. */
export const formatCsvRow = (values: readonly CsvValue[]): string =>
  `${values.map(formatField).join(',')}\r\n`;
