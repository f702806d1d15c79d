import { readFileSync } from 'node:fs';

/** What processes have used since they began, together and the largest of them. */
export interface Usage {
  readonly cpuMs: number;
  /** The most memory that one of them has had, in MB. */
  readonly peakMb: number;
}

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const msPerTick = 10;

/** Reads it from /proc. */
export const usageOf = (pids: readonly number[]): Usage => {
  const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const cpu = pids.map((pid) => {
    // After the name, which is in brackets, the 12th and 13th field are of the user and of the system (proc(5)).
    const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  });
  const peaks = pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1]) / 1_024);
  return { cpuMs: cpu.reduce((sum, ms) => sum + ms, 0), peakMb: Math.max(...peaks) };
};
