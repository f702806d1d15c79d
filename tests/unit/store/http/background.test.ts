import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startJobs } from '#server/store/background.ts';
import { silentLog } from '../support/logs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('each background job repeats at its own interval or at the default interval', async () => {
  const common = vi.fn(async () => undefined);
  const own = vi.fn(async () => undefined);
  const ownJob = { name: 'own', intervalMs: 1_000, work: own };
  const jobs = startJobs([{ name: 'common', work: common }, ownJob], 60_000, silentLog);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(common).toHaveBeenCalledTimes(1);
  expect(own).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(56_001);
  expect(common).toHaveBeenCalledTimes(2);
  await jobs.stop();
});
