import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvRow } from '#domain/csv.ts';

test.each([
  [['a', 1, null, ''], 'a,1,,'],
  [['Hello, "World"', 'two\nlines', ' edge '], '"Hello, ""World""","two\nlines"," edge "'],
  [[-5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY], '-5,9007199254740992,,'],
  [['=1+1', '+1', '-1', '@A1'], "'=1+1,'+1,'-1,'@A1"],
  [['\t=1', '\r=1', '\n=1'], `'\t'=1,"'\r'=1","'\n'=1"`],
  [['＝1+1', '＋1', '－1', '＠A1'], "'＝1+1,'＋1,'－1,'＠A1"],
  [['=HYPERLINK("http://x","y")'], `"'=HYPERLINK(""http://x"",""y"")"`],
  [['a;=1+1', 'a\t-1', 'a|@x', 'a; "+1'], `a;'=1+1,a\t'-1,a|'@x,"a; ""'+1"`],
  [['a\n=1'], `"a\n'=1"`],
  [['a=b', "O'Neil", 'عربي'], "a=b,O'Neil,عربي"],
])('formatCsvRow writes %j as %j', (values, line) => {
  expect(formatCsvRow(values)).toBe(`${line}\r\n`);
});

/** Parses one row as RFC 4180 defines. */
const readRow = (row: string): string[] => {
  const fields = [''];
  let quoted = false;
  for (const character of row.slice(0, -2)) {
    if (character === '"') quoted = !quoted;
    if (character === ',' && !quoted) fields.push('');
    else fields.push(`${fields.pop()}${character}`);
  }
  return fields.map((field) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field));
};

test('any text survives a CSV round trip, except for the marks in front of formulas', () => {
  const unit = fc.oneof(
    fc.constantFrom(...';\t=-@"\n,'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit }), { minLength: 2, maxLength: 5 }), (texts) => {
      const row = formatCsvRow(texts);
      const unmarked = (text: string) => text.replaceAll("'", '');
      expect(readRow(row).map(unmarked)).toEqual(texts.map(unmarked));
      for (const separator of [';', '\t'])
        expect(
          row
            .split(separator)
            .slice(1)
            .filter((cell) => /^["\s]*[=+\-@]/.test(cell)),
        ).toEqual([]);
      expect(readRow(row).filter((field) => /^[=+\-@\t\r]/.test(field))).toEqual([]);
    }),
  );
});
