/** The value of one field. Null becomes an empty field. */
export type CsvValue = string | number | null;

/** Goes before the first row, so that spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Matches text that spreadsheets read as a formula. East Asian keyboards type the full-width characters. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Matches a formula after a separator that some spreadsheets expect instead of the comma. */
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** Matches text that needs quotes (RFC 4180). Includes spaces at either end, which some readers drop. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

const formatField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  // The apostrophe prevents formulas even if a reader ignores CSV quotes (OWASP, CSV injection).
  const text = value.replace(formulaStart, "'$&").replace(formulaInside, "$1'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns one row with its line break (RFC 4180). Neutralizes text that spreadsheets read as a formula. */
export const formatCsvRow = (values: readonly CsvValue[]): string =>
  `${values.map(formatField).join(',')}\r\n`;
