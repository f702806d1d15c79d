import { beforeEach, expect, test, vi } from 'vitest';
import { watchNpm } from '#local/npm-watch.ts';

beforeEach(() => void vi.useFakeTimers());

/** Returns processes by their ids. Their ancestry is npm → sh → this process's parent. */
const chain = () =>
  new Map([
    [process.ppid, { name: 'node', parent: 71 }],
    [71, { name: 'sh', parent: 70 }],
    [70, { name: 'npm start', parent: 1 }],
  ]);

test.each<[string, (processes: ReturnType<typeof chain>) => void]>([
  ['npm has ended', (processes) => processes.delete(70)],
  ['the shell below npm has ended', (processes) => processes.delete(71)],
  ['another process adopted the shell', (processes) => processes.set(71, { name: 'sh', parent: 1 })],
])('watchNpm reports once that %s', (_what, change) => {
  const processes = chain();
  const onGone = vi.fn();
  watchNpm(onGone, (pid) => processes.get(pid));
  vi.advanceTimersByTime(5000);
  expect(onGone).not.toHaveBeenCalled();

  change(processes);
  vi.advanceTimersByTime(5000);
  expect(onGone).toHaveBeenCalledOnce();
});

test('watchNpm watches nothing without npm', () => {
  const processes = chain().set(70, { name: 'bash', parent: 1 });
  const onGone = vi.fn();
  watchNpm(onGone, (pid) => processes.get(pid));
  processes.clear();
  vi.advanceTimersByTime(5000);
  expect(onGone).not.toHaveBeenCalled();
});
