import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { type Figure, isWithinLimit } from './measure.ts';

const file = 'docs/performance.md';
const digits: Readonly<Record<Figure['unit'], number>> = { '×': 2, ms: 1, kB: 1, '': 4 };

export const rowOf = (figure: Figure) => {
  const { name, value, unit, spread = [], limit, stretch, note = '' } = figure;
  const suffix = unit === '×' || unit === '' ? unit : ` ${unit}`;
  const amount = (one: number) => `${Number.isInteger(one) ? one : one.toFixed(digits[unit])}${suffix}`;
  const goals = [
    limit === undefined ? '' : amount(limit),
    stretch === undefined ? '' : ` (${amount(stretch)})`,
  ];
  return {
    Measured: name,
    'Goal (stretch)': goals.join(''),
    Median: amount(value),
    Spread: spread.map(amount).join('–'),
    Met: limit === undefined ? '' : isWithinLimit(figure) ? 'yes' : '**no**',
    Details: note,
  };
};

/** Replaces the document's table and keeps the rest. */
export const writeDocument = async (figures: readonly Figure[]): Promise<void> => {
  const rows = figures.map(rowOf);
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => Object.values(row))];
  const table = lines.map((texts) => `| ${texts.join(' | ')} |`).join('\n');
  const mark = /<!-- bench:begin -->[\s\S]*<!-- bench:end -->/;
  const document = await readFile(file, 'utf8');
  if (!mark.test(document)) throw new Error(`${file} has no table`);
  const parts = ['<!-- bench:begin -->', table, circumstances(), '<!-- bench:end -->'];
  await writeFile(
    file,
    document.replace(mark, () => parts.join('\n\n')),
  );
};

const circumstances = (): string => {
  const [processor] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const git = ['describe', '--always', '--dirty', '--exclude=*'];
  const commit = execFileSync('git', git, { encoding: 'utf8' }).trim();
  return `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${cpus().length} × ${processor?.model.trim()}, ${gigabytes} GB, ${process.platform}, Node.js ${process.versions.node}.`;
};
