import { readFileSync } from 'node:fs';
import type { Queryable } from '#server/store/database/database.ts';

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const msPerTick = 10;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** The processor's time that processes have used since they began, in milliseconds, from /proc; without those that have ended. */
export const cpuMsOf = (pids: readonly number[]): ReadonlyMap<number, number> => {
  const used = new Map<number, number>();
  for (const pid of pids) {
    // After the name, which is in brackets, the 12th and 13th field are of the user and of the system (proc(5)).
    const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    if (fields.length > 12) used.set(pid, (Number(fields[11]) + Number(fields[12])) * msPerTick);
  }
  return used;
};

/** The most memory that one of them has had, in MB. */
export const peakMbOf = (pids: readonly number[]): number =>
  Math.max(...pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1_024));

/** The lasting processes of a PostgreSQL server, those that write its WAL included; none where they are not of this machine. */
export const serverPids = async (database: Queryable): Promise<number[]> => {
  const sessions = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type not in ('autovacuum worker', 'parallel worker')`,
  );
  return sessions.map(({ pid }) => pid).filter((pid) => read(pid, 'comm').trim() === 'postgres');
};
