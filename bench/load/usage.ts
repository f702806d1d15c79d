import { readFileSync } from 'node:fs';
import type { Queryable } from '#server/store/database/database.ts';

/** What processes have used since they began, together and the largest of them. */
export interface Usage {
  readonly cpuMs: number;
  /** The most memory that one of them has had, in MB. */
  readonly peakMb: number;
}

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const msPerTick = 10;

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** Reads it from /proc. */
export const usageOf = (pids: readonly number[]): Usage => {
  const cpu = pids.map((pid) => {
    // After the name, which is in brackets, the 12th and 13th field are of the user and of the system (proc(5)).
    const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  });
  const peaks = pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1]) / 1_024);
  return { cpuMs: cpu.reduce((sum, ms) => sum + ms, 0), peakMb: Math.max(...peaks) };
};

/** The lasting processes of a PostgreSQL server, those that write its WAL included; none where they are not of this machine. */
export const serverPids = async (database: Queryable): Promise<number[]> => {
  const sessions = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type not in ('autovacuum worker', 'parallel worker')`,
  );
  return sessions.map(({ pid }) => pid).filter(isPostgres);
};

const isPostgres = (pid: number): boolean => {
  try {
    return read(pid, 'comm').trim() === 'postgres';
  } catch {
    return false;
  }
};
