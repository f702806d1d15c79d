import { type Figure, isWithinLimit } from '../measure.ts';

const digits: Readonly<Record<Figure['unit'], number>> = { '×': 2, ms: 1, frames: 0, kB: 1, '': 4 };

const amount = (unit: Figure['unit'], value: number | undefined): string =>
  value === undefined
    ? ''
    : `${Number.isInteger(value) ? value : value.toFixed(digits[unit])} ${unit}`.trim();

export const rowOf = (figure: Figure) => {
  const { name, value, unit, spread, limit, stretch, note = '' } = figure;
  const goal = (most: number | undefined) => (most === undefined ? '' : `≤ ${amount(unit, most)}`);
  return {
    Measured: name,
    Goal: goal(limit),
    Stretch: goal(stretch),
    Median: amount(unit, value),
    Spread: spread === undefined ? '' : spread.map((one) => amount(unit, one)).join(' – '),
    Met: limit === undefined ? '' : isWithinLimit(figure) ? 'yes' : '**no**',
    Details: note,
  };
};

export const markdownTable = (figures: readonly Figure[]): string => {
  const rows = figures.map(rowOf);
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const titles = Object.keys(rows[0] ?? {});
  return [
    line(titles),
    `${'|---'.repeat(titles.length)}|`,
    ...rows.map((row) => line(Object.values(row))),
  ].join('\n');
};
