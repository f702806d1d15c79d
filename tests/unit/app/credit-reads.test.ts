import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { creditQueriesOf, downloadUsage } from '#app/ledger/credit-reads.ts';
import * as files from '#app/ledger/csv-file.ts';
import type { Usage } from '#contract/usage.ts';
import type { Used } from '#features/activity/credit-queries.ts';
import type { ApiClient } from '#services/store/api-client.ts';

const byDay: Usage = { rows: [{ day: '2026-11-29', credits: 12, count: 1 }], credits: 12 };
const byService: Usage = { rows: [{ reference: '=1+1', credits: 7, count: 1 }], credits: 12 };

test('usage of 30 days is read by day and by service, and again after a purchase', async () => {
  vi.setSystemTime('2026-11-29T18:00:00Z');
  const asked: unknown[] = [];
  const call = async (request: { readonly searchParams?: { readonly by?: string } }) => {
    asked.push(request.searchParams);
    return request.searchParams?.by === 'day' ? byDay : byService;
  };
  const client = new QueryClient();
  const { usage } = creditQueriesOf({
    store: { call: call as ApiClient, read: vi.fn(), history: vi.fn(), activity: vi.fn() },
  });
  const { days, services } = await client.fetchQuery(usage);
  expect(asked).toEqual([{ by: 'day' }, { by: 'reference' }]);
  expect([days.length, days.at(-1)?.credits, services]).toEqual([30, 12, byService]);
  await client.invalidateQueries({ queryKey: ['credits'] });
  expect(client.getQueryState(usage.queryKey)?.isInvalidated).toBe(true);
  vi.useRealTimers();
});

test.each([
  ['day', ['Date (CT),Credits\r\n', '2026-11-29,12\r\n']],
  ['service', ['Service,Credits\r\n', "'=1+1,7\r\n", 'Other services,5\r\n']],
] as const)('the CSV file of the usage by %s has the figures of the page', async (view, rows) => {
  const used: Used = { days: [{ day: '2026-11-29', credits: 12 }], services: byService };
  const saveFile = vi.fn(async () => true);
  await downloadUsage({ ...files, saveFile }, view, used);
  expect(saveFile).toHaveBeenLastCalledWith(
    expect.stringMatching(new RegExp(`^credit-usage-by-${view}-\\d{4}-\\d\\d-\\d\\d\\.csv$`)),
    ['\uFEFF', ...rows],
    expect.any(AbortSignal),
  );
});
