import { beforeEach, expect, it, vi } from 'vitest';
import { startJobs } from '#server/store/background.ts';
import { silentLog } from '../support/logs.ts';

beforeEach(() => void vi.useFakeTimers());

it('each background job repeats at its own or the default interval, and within a minute of a failure', async () => {
  const common = vi.fn(async () => undefined);
  const own = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('the disk is full'));
  const ownJob = { name: 'own', intervalMs: 1_000, work: own };
  const rare = vi.fn(() => Promise.reject(new Error('no rights')));
  const rareJob = { name: 'rare', intervalMs: 3_600_000, work: rare };
  const jobRan = vi.fn();
  const jobs = startJobs([{ name: 'common', work: common }, ownJob, rareJob], 60_000, silentLog, { jobRan });
  await vi.advanceTimersByTimeAsync(3_999);
  expect(common).toHaveBeenCalledTimes(1);
  expect(own).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(56_001);
  expect(common).toHaveBeenCalledTimes(2);
  expect(rare).toHaveBeenCalledTimes(2);
  expect(jobRan.mock.calls.slice(0, 3)).toEqual([
    ['common', false],
    ['own', true],
    ['rare', true],
  ]);
  await jobs.stop();
});

it('a job that keeps failing logs each cause once a minute', async () => {
  const error = vi.fn();
  const work = vi.fn(() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  const jobs = startJobs([{ name: 'own', work }], 1_000, { ...silentLog, error }, { jobRan: vi.fn() });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(error).toHaveBeenCalledTimes(1);
  work.mockRejectedValueOnce(new Error('another'));
  await vi.advanceTimersByTimeAsync(1);
  expect(error).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(error).toHaveBeenCalledTimes(3);
  await jobs.stop();
});
