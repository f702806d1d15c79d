import { withControlsEscaped } from '#contract/characters.ts';

/** Joins lines, and escapes line breaks inside them. */
export const lines = (...texts: readonly string[]): string => texts.map(withControlsEscaped).join('\n');

/** A table's columns by title. A leading `#` right-aligns the column and isn't shown. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

export const table = <Row>(rows: readonly Row[], columns: Columns<Row>): string => {
  const shown = Object.entries(columns).map(([title, cellOf]) => {
    const cells = [title.replace('#', ''), ...rows.map((row) => withControlsEscaped(cellOf(row) ?? ''))];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => (title.startsWith('#') ? cell.padStart(width) : cell.padEnd(width)));
  });
  const line = (index: number) =>
    shown
      .map((cells) => cells[index])
      .join('  ')
      .trimEnd();
  return [line(0), ...rows.map((_, index) => line(index + 1))].join('\n');
};

/** Formats aligned names and values. Skips null values. */
export const fields = (values: Readonly<Record<string, string | null>>): string => {
  const present = Object.entries(values).filter(([, value]) => value !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return lines(...present.map(([name, value]) => `${name.padEnd(width)}  ${value}`));
};

/** Joins blocks with empty lines. Skips null blocks. */
export const blocks = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null).join('\n\n');

/** Formats rows under a title. Returns null if there are no rows. */
export const section = <Row>(
  title: string,
  rows: readonly Row[],
  show: (rows: readonly Row[]) => string,
): string | null => (rows.length === 0 ? null : `${title}\n${show(rows)}`);

/** Formats a time as `2026-11-20 12:00:00` in UTC. */
export const instant = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

const numbers = new Intl.NumberFormat('en-US');

/** Formats 1234567 as `1,234,567`. */
export const whole = (value: number): string => numbers.format(value);

/** Formats 1 as `1 credit`, 1300 as `1,300 credits`. */
export const creditsOf = (count: number): string =>
  `${whole(count)} ${Math.abs(count) === 1 ? 'credit' : 'credits'}`;
