import { readFileSync } from 'node:fs';
import type { Queryable } from '#server/store/database/database.ts';

/** Linux counts CPU time in hundredths of a second (`getconf CLK_TCK`). */
const msPerTick = 10;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Returns each process's CPU time since it started, in ms, from /proc. Omits processes that have ended. */
export const cpuMsOf = (pids: readonly number[]): ReadonlyMap<number, number> => {
  const used = new Map<number, number>();
  for (const pid of pids) {
    // User and system time are the 12th and 13th fields after the name in parentheses (see proc(5)).
    const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    if (fields.length > 12) used.set(pid, (Number(fields[11]) + Number(fields[12])) * msPerTick);
  }
  return used;
};

/** Returns the highest peak memory (VmHWM) of any of the processes, in MB. */
export const peakMbOf = (pids: readonly number[]): number =>
  Math.max(...pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1_024));

/** Returns a local PostgreSQL server's long-lived processes, including WAL writers, or none if it is remote. */
export const serverPids = async (database: Queryable): Promise<number[]> => {
  const sessions = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type not in ('autovacuum worker', 'parallel worker')`,
  );
  return sessions.map(({ pid }) => pid).filter((pid) => read(pid, 'comm').trim() === 'postgres');
};
