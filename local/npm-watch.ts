import { readFileSync } from 'node:fs';

/** What is known of a process; undefined for one that is not there. */
export type ProcessTable = (pid: number) => { readonly name: string; readonly parent: number } | undefined;

const pollMs = 500;
const maxDepth = 8;

/**
 * Calls `onGone` when the npm that started this process is no more: a signal to npm ends npm and its shell, and would
 * leave the local services behind. Without an npm among the ancestors it watches nothing.
 */
export const watchNpm = (onGone: () => void, table: ProcessTable = readProc): void => {
  const npm = findNpm(table);
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (findNpm(table) === npm) return;
    clearInterval(timer);
    onGone();
  }, pollMs);
  timer.unref();
};

/** The nearest npm above this process. When a process between them ends, npm is no ancestor any more. */
const findNpm = (table: ProcessTable, pid = process.ppid, depth = 0): number | undefined => {
  const found = table(pid);
  if (found === undefined || depth === maxDepth) return undefined;
  return /^npm\b/.test(found.name) ? pid : findNpm(table, found.parent, depth + 1);
};

/** Linux' own table; elsewhere there is none, and so nothing is found. */
const readProc: ProcessTable = (pid) => {
  try {
    const [, name = '', parent] =
      /^\d+ \((.*)\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
