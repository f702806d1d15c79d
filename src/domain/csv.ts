/** Null is an empty field. */
export type CsvValue = string | number | null;

/** Put this before the first row: it tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Spreadsheets read such text as a formula. East Asian keyboards type the wide forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** A formula after a separator that some spreadsheets expect instead of the comma, quoted or not. */
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** RFC 4180. Leading and trailing spaces need quotes too, because some readers drop them. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

const formatField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  // A leading quote makes it text even if a reader ignores the file's own quotes (OWASP, CSV injection).
  const text = value.replace(formulaStart, "'$&").replace(formulaInside, "$1'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One row with its line end (RFC 4180). What a spreadsheet would read as a formula becomes plain text. */
export const formatCsvRow = (values: readonly CsvValue[]): string =>
  `${values.map(formatField).join(',')}\r\n`;
