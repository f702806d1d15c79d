import type { PartResult } from './run-part.ts';

/** What of a reason is told again; the whole of it stands where the test ran. */
const mostLines = 12;
const mostTests = 20;

/**
 * The tests that failed, told once more at the end of a run: the middle of a long output may be cut. Empty when all
 * passed.
 */
export function failuresOf(results: readonly PartResult[]): string {
  const all = results.flatMap(({ name, failures }) =>
    failures.map((failure) => ({ part: name, ...failure })),
  );
  const told = all.slice(0, mostTests).map(({ part, test, reason }) => {
    const lines = reason.split('\n').filter((line) => line.trim() !== '');
    return [`✘ ${part} › ${test}`, ...lines.slice(0, mostLines).map((line) => `    ${line}`)].join('\n');
  });
  const rest = all.length - told.length;
  return [...told, ...(rest > 0 ? [`✘ and ${rest} more`] : [])].join('\n');
}
