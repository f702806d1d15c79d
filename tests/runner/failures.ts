import type { PartResult } from './run-part.ts';

/** What of a reason is repeated; the whole of it stands where the test ran. */
const maxLines = 12;
const maxTests = 20;

/**
 * The tests that failed, listed once more at the end of a run: the middle of a long output may be cut. Empty when all
 * passed.
 */
export const failuresOf = (results: readonly PartResult[]): string => {
  const all = results.flatMap(({ name, failures }) =>
    failures.map((failure) => ({ part: name, ...failure })),
  );
  const shown = all.slice(0, maxTests).map(({ part, test, reason }) => {
    const lines = reason.split('\n').filter((line) => line.trim() !== '');
    return [`✘ ${part} › ${test}`, ...lines.slice(0, maxLines).map((line) => `    ${line}`)].join('\n');
  });
  const rest = all.length - shown.length;
  return [...shown, ...(rest > 0 ? [`✘ and ${rest} more`] : [])].join('\n');
};
