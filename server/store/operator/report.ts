import { withControlsEscaped } from '#contract/characters.ts';

/** Joins lines. Escapes line breaks inside them. */
export const lines = (...texts: readonly string[]): string => texts.map(withControlsEscaped).join('\n');

type Row = readonly string[];

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

export const table = (columns: readonly Column[], given: readonly Row[]): string => {
  const rows = given.map((row) => row.map(withControlsEscaped));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: Row) =>
    columns
      .map(({ isNumber = false }, index) => {
        const cell = row[index] ?? '';
        const width = widths[index] ?? 0;
        return isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...rows].map(line).join('\n');
};

/** Aligned names and values. Skips null values. */
export const fields = (pairs: readonly (readonly [name: string, value: string | null])[]): string => {
  const present = pairs.filter((pair): pair is [string, string] => pair[1] !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return lines(...present.map(([name, value]) => `${name.padEnd(width)}  ${value}`));
};

/** Joins blocks with an empty line. Skips null. */
export const blocks = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null).join('\n\n');

/** Null if there is nothing to show. */
export const section = (title: string, count: number, body: () => string): string | null =>
  count === 0 ? null : `${title}\n${body()}`;

/** `2026-11-20 12:00:00` in UTC. */
export const instant = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

const numbers = new Intl.NumberFormat('en-US');

/** 1234567 → `1,234,567`. */
export const whole = (value: number): string => numbers.format(value);

/** 1 → `1 credit`, 1300 → `1,300 credits`. */
export const creditsOf = (count: number): string =>
  `${whole(count)} ${Math.abs(count) === 1 ? 'credit' : 'credits'}`;
