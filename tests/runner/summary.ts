import type { PartResult } from './run-part.ts';

/** The closing lines of a run: a row for each part, then the sum of the tests alone on a line. */
export const summaryOf = (results: readonly PartResult[]): string => {
  const rows = results.map(({ name, outcome, passed, failed, seconds }) => [
    name,
    outcome,
    passed === 0 && failed === 0 ? '' : `${passed} passed, ${failed} failed`,
    `${seconds.toFixed(1)} s`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  '),
  );
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  return [...lines, '', `${sum('passed')} passed, ${sum('failed')} failed`].join('\n');
};
