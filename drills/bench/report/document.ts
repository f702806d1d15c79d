import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Figure } from '../measure.ts';
import { markdownTable } from './table.ts';

const file = 'docs/performance.md';

/** Replaces the table of the document, and keeps the rest. */
export const writeDocument = async (figures: readonly Figure[]): Promise<void> => {
  const [begin, end] = ['<!-- bench:begin -->', '<!-- bench:end -->'];
  const document = await readFile(file, 'utf8');
  const [before, , after] = document.split(/<!-- bench:(?:begin|end) -->/);
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${begin} and ${end}`);
  const table = `${markdownTable(figures)}\n\n${circumstances()}`;
  await writeFile(file, `${before}${begin}\n\n${table}\n\n${end}${after}`);
};

const circumstances = (): string => {
  const [processor] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return `Measured on ${new Date().toISOString().slice(0, 10)} at ${commit()}, on ${cpus().length} × ${processor?.model.trim()}, ${gigabytes} GB, ${process.platform}, Node.js ${process.versions.node}.`;
};

const commit = (): string => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain') !== '';
    return `commit ${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'a copy without its history';
  }
};
