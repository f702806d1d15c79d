import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNpm } from '#local/npm-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** npm → sh → this process' parent. */
const chain = () =>
  new Map([
    [process.ppid, { name: 'node', parent: 71 }],
    [71, { name: 'sh', parent: 70 }],
    [70, { name: 'npm start', parent: 1 }],
  ]);

test.each([
  ['npm', 70],
  ['the shell below npm', 71],
])('tells once when %s has ended', (_name, ended) => {
  const processes = chain();
  const onGone = vi.fn();
  watchNpm(onGone, (pid) => processes.get(pid));
  vi.advanceTimersByTime(5000);
  expect(onGone).not.toHaveBeenCalled();

  processes.delete(ended);
  vi.advanceTimersByTime(5000);
  expect(onGone).toHaveBeenCalledOnce();
});

test('tells when npm was replaced by who adopts orphans', () => {
  const processes = chain();
  const onGone = vi.fn();
  watchNpm(onGone, (pid) => processes.get(pid));
  processes.set(71, { name: 'sh', parent: 1 }).set(1, { name: 'systemd', parent: 0 });
  vi.advanceTimersByTime(5000);
  expect(onGone).toHaveBeenCalledOnce();
});

test('without npm it watches nothing', () => {
  const processes = chain();
  processes.set(70, { name: 'bash', parent: 1 });
  const onGone = vi.fn();
  watchNpm(onGone, (pid) => processes.get(pid));
  processes.clear();
  vi.advanceTimersByTime(5000);
  expect(onGone).not.toHaveBeenCalled();
});
