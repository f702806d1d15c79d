import { expect, it, vi } from 'vitest';
import { siteReachable } from '#features/shared/site-reachable.ts';

it('the site is polled every second until it responds successfully', async () => {
  vi.useFakeTimers();
  const answers = [() => Promise.reject(new TypeError()), async () => new Response(null, { status: 503 })];
  const fetchSite = vi.fn(() => (answers.shift() ?? (async () => new Response()))());
  vi.stubGlobal('fetch', fetchSite);
  const reached = vi.fn();
  void siteReachable().then(reached);

  await vi.advanceTimersByTimeAsync(1_999);
  expect(fetchSite).toHaveBeenCalledTimes(2);
  expect(reached).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reached).toHaveBeenCalledOnce();
});
