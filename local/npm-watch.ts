import { readFileSync } from 'node:fs';

/** Looks up a process. Returns undefined if it doesn't exist. */
export type ProcessTable = (pid: number) => { readonly name: string; readonly parent: number } | undefined;

const pollMs = 500;
const maxDepth = 8;

/** Polls whether npm still runs, because its children don't get its signals. Does nothing without an npm ancestor. */
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

/** Returns the npm ancestor's PID, or undefined if there is none or a process in between has exited. */
const findNpm = (table: ProcessTable, pid = process.ppid, depth = 0): number | undefined => {
  const found = table(pid);
  if (found === undefined || depth === maxDepth) return undefined;
  return /^npm\b/.test(found.name) ? pid : findNpm(table, found.parent, depth + 1);
};

/** Looks up a process in /proc, which only Linux has. */
const readProc: ProcessTable = (pid) => {
  try {
    const [, name = '', parent] =
      /^\d+ \((.*)\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
