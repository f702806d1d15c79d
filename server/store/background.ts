import { errorCode } from './logging/failures.ts';
import type { Log } from './logging/logging.ts';
import type { Meter } from './metrics/meter.ts';

export interface Job {
  readonly name: string;
  /** Default: the interval passed to `startJobs`. */
  readonly intervalMs?: number;
  /** Runs the job. @param isFirst whether this is the first run since the process started */
  work(isFirst: boolean): Promise<unknown>;
}

/** How long not to log the same failure of a job again, and to wait at most before a failed job runs again, in ms. */
const quietMs = 60_000;

/** Runs each job immediately, and again after its interval or soon after a failure, until stopped. Logs and counts failures. */
export const startJobs = (
  jobs: readonly Job[],
  intervalMs: number,
  log: Log,
  meter: Pick<Meter, 'jobRan'>,
) => {
  const loggedAt = new Map<string, number>();
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  let stopped = false;

  const logFailure = (job: string, error: unknown): void => {
    const [failure, now] = [`${job} ${errorCode(error)}`, performance.now()];
    if (now - (loggedAt.get(failure) ?? -quietMs) < quietMs) return;
    loggedAt.set(failure, now);
    log.error({ event: 'job-failed', job, error });
  };
  const run = async (job: Job, isFirst: boolean): Promise<void> => {
    let waitMs = job.intervalMs ?? intervalMs;
    try {
      await job.work(isFirst);
      meter.jobRan(job.name, false);
    } catch (error) {
      waitMs = Math.min(waitMs, quietMs);
      meter.jobRan(job.name, true);
      logFailure(job.name, error);
    }
    if (!stopped) timers.set(job, setTimeout(start, waitMs, job, false));
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
