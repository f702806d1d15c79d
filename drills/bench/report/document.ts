import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Figure } from '../measure.ts';
import { methodText } from './method.ts';
import { markdownTable } from './table.ts';

const file = 'docs/performance.md';
const empty = '# Performance\n';

export const writeDocument = async (figures: readonly Figure[], rounds: number): Promise<void> => {
  const document = await readFile(file, 'utf8').catch(() => empty);
  const content = `${markdownTable(figures)}\n\n${circumstances()}\n\n${methodText(rounds)}`;
  await writeFile(file, withSection(document, 'bench', content));
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

/** Replaces this section or appends it, and keeps the rest of the document. */
export const withSection = (document: string, name: string, content: string): string => {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const section = `${begin}\n\n${content.trim()}\n\n${end}`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${section}\n`.trimStart();
  if (from === -1 || to < from) throw new Error(`The marks of the section ${name} are not a pair`);
  return document.slice(0, from) + section + document.slice(to + end.length);
};
