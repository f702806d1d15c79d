import { type Figure, isWithinLimit } from '../measure.ts';

const digits: Readonly<Record<Figure['unit'], number>> = { '×': 2, ms: 1, frames: 0, kB: 1, '': 4 };

const amount = (unit: Figure['unit'], value: number | undefined): string =>
  value === undefined
    ? ''
    : `${Number.isInteger(value) ? value : value.toFixed(digits[unit])} ${unit}`.trim();

const cells = (figure: Figure) => {
  const { name, value, unit, spread, limit, stretch, note = '' } = figure;
  const [least, most] = spread ?? [];
  return {
    name,
    measured: amount(unit, value),
    spread: spread === undefined ? '' : `${amount(unit, least)} – ${amount(unit, most)}`,
    goal: limit === undefined ? '' : `≤ ${amount(unit, limit)}`,
    stretch: stretch === undefined ? '' : `≤ ${amount(unit, stretch)}`,
    met: limit === undefined ? '' : isWithinLimit(figure) ? 'yes' : '**no**',
    note,
  };
};

export const plainRow = (figure: Figure) => {
  const { name, measured, spread, goal, met, note } = cells(figure);
  return {
    Measured: name,
    Median: measured,
    Spread: spread,
    Goal: goal,
    Met: met.replaceAll('*', ''),
    Details: note,
  };
};

export const markdownTable = (figures: readonly Figure[]): string => {
  const row = (texts: readonly string[]) =>
    `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    row(['Measured', 'Goal', 'Stretch', 'Median', 'Spread', 'Met', 'Details']),
    '|---|---|---|---|---|---|---|',
    ...figures.map((figure) => {
      const { name, goal, stretch, measured, spread, met, note } = cells(figure);
      return row([name, goal, stretch, measured, spread, met, note]);
    }),
  ].join('\n');
};
