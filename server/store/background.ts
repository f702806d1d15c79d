import type { Log } from './logging/logging.ts';
import type { Meter } from './metrics/meter.ts';

export interface Job {
  readonly name: string;
  /** Default: the interval passed to `startJobs`. */
  readonly intervalMs?: number;
  /** Runs the job. @param isFirst whether this is the first run since the process started */
  work(isFirst: boolean): Promise<unknown>;
}

/** Runs each job immediately, and again after its interval, until stopped. Logs and counts failures. */
export const startJobs = (
  jobs: readonly Job[],
  intervalMs: number,
  log: Log,
  meter: Pick<Meter, 'jobRan'>,
) => {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  let stopped = false;

  const run = async (job: Job, isFirst: boolean): Promise<void> => {
    try {
      await job.work(isFirst);
      meter.jobRan(job.name, false);
    } catch (error) {
      meter.jobRan(job.name, true);
      log.error({ event: 'job-failed', job: job.name, error });
    }
    if (stopped) return;
    const timer = setTimeout(() => start(job, false), job.intervalMs ?? intervalMs);
    timers.set(job, timer);
  };
  const start = (job: Job, isFirst: boolean) => running.set(job, run(job, isFirst));
  for (const job of jobs) start(job, true);

  return {
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
